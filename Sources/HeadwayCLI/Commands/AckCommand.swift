import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwayWire

/// The command `headway ack N…`: acknowledges ended tasks, which lists and counts then leave out.
///
/// ```sh
/// headway ack --filter 'reason:failed since:1h'
/// ```
struct AckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ack", abstract: "Acknowledge ended tasks: they are no longer listed or counted.",
    discussion: """
      The record and the logs keep acknowledged tasks: headway history and headway list --all list \
      them, and headway restart restarts them. To delete tasks for good: headway clean.
      """)

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.endedOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws { try options.validate(tasks, of: "ack") }

  /// Sends named tasks one by one, so that one refusal doesn't keep the others. Tasks chosen by
  /// properties go in portions.
  mutating func run() throws {
    let references = try options.resolve(tasks, for: .acknowledge)
    guard tasks.isEmpty else {
      return try forEachTask(references) { client, task throws(LinkError) in
        try client.acknowledge([task])
      }
    }
    try Hub.ask { client throws(LinkError) in
      for portion in AcknowledgeMessage.portions(of: references) {
        try client.acknowledge(portion)
      }
    }
  }
}
