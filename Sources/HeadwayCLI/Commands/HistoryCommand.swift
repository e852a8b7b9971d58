import ArgumentParser
import HeadwayModel
import HeadwayLink

/// The command `headway history`: lists ended tasks, the latest at the bottom.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "List what has ended, as far as the record reaches.",
    discussion: """
      What ended last is last, as in a shell's history: it stands above the next prompt. On a terminal, \
      lines are cut to its width.
      """)

  @Flag(name: .long, help: "Print an array of objects, those of headway list --json.")
  var json = false

  @OptionGroup var filter: FilterOption

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Only so many, those that ended last.", valueName: "n"),
    transform: wholeNumber(in: 1...Int.max))
  var limit: Int?

  /// Prints page by page. If the hub is replaced in the middle, the next hub continues at the same
  /// position.
  mutating func run() throws {
    var position = HistoryPosition(filter.query, last: limit)
    var output = HistoryOutput(json: json)
    while !position.isAtEnd {
      try Hub.ask { client throws(LinkError) in
        while !position.isAtEnd { output.print(try client.nextPage(of: &position)) }
      }
    }
    output.finish(nothing: filter.query.isEmpty ? "nothing has ended yet" : "no ended task matches")
  }
}
