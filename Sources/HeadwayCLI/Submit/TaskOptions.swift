import ArgumentParser
import HeadwayModel

/// The options of `run` and `submit` that describe a task: title, identifier, stall policy, group
/// and so on.
struct TaskOptions: ParsableArguments {
  @Option(name: .long, help: "What the card is called; by default the command line.")
  var title: String?

  @Option(name: .long, help: "A second line for the card.")
  var subtitle: String?

  @Option(name: .customLong("id"), help: "A name for this kind of task across runs.")
  var identifier: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Units in all, for a command that reports units done.",
    transform: wholeNumber(in: 0...Int64.max))
  var total: Int64?

  @Option(name: .long, help: "What a unit is: files, B, …")
  var unit: String?

  @Option(
    name: .long,
    help: """
      If the task stalls, or uses the most memory when the system is low on memory: ask, expire \
      (after a countdown) or ignore.
      """)
  var onStall = StallAction.ask

  @Option(
    name: .long, help: ArgumentHelp("How long both stall clocks may stand.", valueName: "duration"),
    transform: ShortDuration.parse)
  var stallAfter: ShortDuration?

  @Option(
    name: .long, help: ArgumentHelp("From the polite signal to the kill.", valueName: "duration"),
    transform: ShortDuration.parse)
  var grace: ShortDuration?

  @Option(name: .long, help: "A group to wait for, or to see together.")
  var group: String?

  @Flag(name: .long, help: "Hide the title in the status line and in notifications.")
  var sensitive = false

  @Flag(name: .long, help: "Tell when it ends, however short it was; see [tell] of the config.")
  var notify = false

  /// Checks that the group isn't blank, and that the identifier can't be taken for a number or a
  /// key: commands accept all three.
  mutating func validate() throws {
    if let group, SanitisedText(group, limit: .identifier).isBlank {
      throw ValidationError("--group is empty; name one, or leave it out")
    }
    guard let identifier else { return }
    guard case .identifier = TaskReference(identifier) else {
      throw ValidationError(
        "--id \(identifier) would be taken for a number or a key; choose a name")
    }
  }

  /// The options as a request.
  var request: TaskRequest {
    var request = TaskRequest()
    (request.title, request.subtitle, request.identifier) = (title, subtitle, identifier)
    (request.total, request.unit) = (total, unit)
    request.stallPolicy = StallPolicy(action: onStall, after: stallAfter?.duration)
    request.grace = grace?.duration
    (request.group, request.sensitive, request.notifiesOfEnd) = (group, sensitive, notify)
    return request
  }
}
