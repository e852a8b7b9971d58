import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwayWire

/// The options of `run` and `submit` that describe a task: title, identifier, stall policy, group
/// and so on.
struct TaskOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional, help: "Set the card's title (default: the command line).")
  var title: String?

  @Option(name: .long, parsing: .unconditional, help: "Set the second line of the card.")
  var subtitle: String?

  @Option(
    name: .customLong("id"), parsing: .unconditional,
    help: """
      Set an identifier, the same for every run of this kind of task: com.example.backup. The new \
      task replaces a queued task with the same identifier.
      """)
  var identifier: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Set the total number of units, for a command that reports how many are done.",
    transform: wholeNumber(in: 0...Int64.max))
  var total: Int64?

  @Option(name: .long, parsing: .unconditional, help: "Name the unit: files, B (bytes), …")
  var unit: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: """
      Choose what Headway does if the task stalls, or uses the most memory while the system is low \
      on memory: ask, expire (end the task after a countdown without an answer) or ignore.
      """)
  var onStall = StallAction.ask

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Ask after this long without progress (default: the times of [stall] in the config).",
      valueName: "duration"),
    transform: ShortDuration.parsePositive)
  var stallAfter: ShortDuration?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Set the time between SIGTERM and SIGKILL (default: [run] grace in the config, 5s).",
      valueName: "duration"),
    transform: ShortDuration.parse)
  var grace: ShortDuration?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "End the command after this time, by SIGTERM and then SIGKILL (default: no limit). The time "
        + "counts from the start of each attempt; pauses don't count. An attempt that ends so is a "
        + "failure for --retry.",
      valueName: "duration"),
    transform: ShortDuration.parse)
  var timeout: ShortDuration?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: """
      Put the task in a group. A group can have its own slots. To join the queue, the group must be \
      in the config, or made by headway group add or --create, or tasks of it must wait already.
      """,
    completion: GroupCompletion.kind)
  var group: String?

  @Flag(name: .long, help: "Make the group first, as headway group add does, unless there is one.")
  var create = false

  @Flag(name: .long, help: "Hide the title in the status line and in notifications.")
  var sensitive = false

  @Flag(
    name: .long,
    help: "Notify when the task ends, even after a short run; see [tell] in the config.")
  var notify = false

  /// Checks that the group isn't blank, and that the identifier can't be taken for a number or a
  /// key: commands accept all three.
  mutating func validate() throws {
    if let group, SanitisedText(group, limit: .identifier).isBlank {
      throw ValidationError(localized: "--group is empty; name a group, or leave the option out")
    }
    if let timeout, timeout.duration <= .zero {
      throw ValidationError(
        localized: "--timeout must be longer than 0s; leave it out for no limit")
    }
    if create, group == nil {
      throw ValidationError(localized: "--create makes a group; add --group NAME")
    }
    guard let identifier else { return }
    guard !identifier.isEmpty else {
      throw ValidationError(localized: "--id is empty; name an identifier, or leave the option out")
    }
    guard case .task(.identifier)? = TaskName(argument: identifier) else {
      throw ValidationError(
        localized: """
          --id \(SanitisedText(identifier)) can be taken for other tasks (a number, a key, a \
          range, last or *); choose another identifier
          """)
    }
  }

  /// Makes the group if `--create` says so. A hub that doesn't know groups takes any name.
  func makeGroup() throws(CommandFailure) {
    guard create, let group = namedGroup else { return }
    let name = SanitisedText(group, limit: .identifier)
    try Hub.ask { client throws(LinkError) in
      guard try client.awaitHello().has(.groups) else { return }
      _ = try client.order(.add(name, GroupTerms()))
    }
  }

  /// Whether the queue must know the group already. A misspelt name would otherwise take the slots
  /// that all groups share.
  var needsKnownGroup: Bool { namedGroup != nil && !create }

  /// The name of the group; nil without one, and for `default`.
  private var namedGroup: String? { group.flatMap { GroupChoice($0) == .general ? nil : $0 } }

  /// The options as a request.
  var request: TaskRequest {
    var request = TaskRequest()
    (request.title, request.subtitle, request.identifier) = (title, subtitle, identifier)
    (request.total, request.unit) = (total, unit)
    request.stallPolicy = StallPolicy(action: onStall, after: stallAfter?.duration)
    (request.grace, request.timeLimit) = (grace?.duration, timeout?.duration)
    (request.group, request.sensitive, request.notifiesOfEnd) = (namedGroup, sensitive, notify)
    return request
  }
}
