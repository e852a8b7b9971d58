import ArgumentParser

/// The command `headway help WORD…` for topics and misspelt commands. ArgumentParser would show its
/// first page for both.
///
/// ```sh
/// headway help queue   # the topic
/// headway help submit  # ArgumentParser's page of the command
/// ```
enum HelpPage {
  /// Prints the page of a topic and returns true. Returns false if ArgumentParser must answer.
  /// Throws if a word names neither a command nor a topic.
  static func answer(_ words: [String]) throws(CommandFailure) -> Bool {
    guard words.first == "help" else { return false }
    let names = words.dropFirst().filter { !$0.hasPrefix("-") }
    if names.count == 1, let topic = names.first.flatMap(HelpTopic.init) {
      StandardStreams.print(topic.text)
      return true
    }
    var command: any ParsableCommand.Type = HeadwayCommand.self
    for name in names { command = try CommandNames.find(name, in: command) }
    return false
  }
}
