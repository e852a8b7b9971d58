import ArgumentParser

/// `headway help WORD…`, as far as the parser doesn't know it: it would show its first page.
enum HelpPage {
  /// Prints a topic. False for what the parser answers.
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
