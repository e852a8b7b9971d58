import ArgumentParser
import HeadwayModel

/// The command `headway man [COMMAND…]`: prints a manual page, or installs all of them.
///
/// ```sh
/// headway man hub start | man -l -
/// headway man --install
/// ```
struct ManCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print a manual page, or install all of them.",
    discussion: """
      Prints headway(1), or the page of a command. To read a page that isn't installed: \
      headway man run | man -l -.
      --install writes the pages of all commands to $XDG_DATA_HOME/man/man1, by default \
      ~/.local/share/man/man1. It replaces the pages of an earlier version, and no other file. man \
      looks there if ~/.local/bin is in PATH; --install says what is missing.
      """)

  @Flag(name: .long, help: "Install the pages of all commands for this user.")
  var install = false

  @Argument(
    help: ArgumentHelp("The command; by default headway itself.", valueName: "command-name"),
    completion: PageCompletion.kind)
  var words: [String] = []

  mutating func validate() throws {
    if install, !words.isEmpty {
      throw ValidationError(localized: "--install installs every page; leave out the command")
    }
  }

  /// Prints the page, or writes all pages to the directory for the user's own ones.
  mutating func run() throws {
    let words = try Self.command(words)
    guard let manual = Manual(dump: HeadwayCommand._dumpHelp()),
      let page = manual.page(of: words)
    else {
      throw CommandFailure("the commands can't be described; see: headway help", status: .failure)
    }
    guard install else { return StandardStreams.print(page.text) }
    try ManualInstallation(manual).perform()
  }

  /// The words, if they name a command. Throws a failure that suggests the nearest name, or the help
  /// topic of that name.
  private static func command(_ words: [String]) throws(CommandFailure) -> [String] {
    var command: any ParsableCommand.Type = HeadwayCommand.self
    for (place, word) in words.enumerated() {
      let commands = command.configuration.subcommands
      let isCommand = commands.contains { $0.configuration.commandName == word }
      if place == 0, !isCommand, HelpTopic(rawValue: word) != nil {
        throw CommandFailure(
          "\(word) is a help topic; see: headway help \(word)", status: .usage)
      }
      guard !commands.isEmpty else {
        let name = words[..<place].joined(separator: " ")
        throw CommandFailure(
          "headway \(name) has no subcommands; see: headway man \(name)", status: .usage)
      }
      command = try CommandNames.find(word, in: command)
    }
    return words
  }
}
