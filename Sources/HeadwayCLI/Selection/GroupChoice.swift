import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// Groups that a command line chooses as a whole: `--group G` or `--all`.
enum GroupChoice: Hashable, Sendable {
  case all
  /// The tasks without a group.
  case general
  case group(SanitisedText)

  /// Reads the value of `--group`.
  init(_ name: String) {
    self =
      name == GroupRecord.generalName ? .general : .group(SanitisedText(name, limit: .identifier))
  }

  /// Whether the task is in one of the groups.
  func includes(_ task: TaskSnapshot) -> Bool {
    switch self {
    case .all: true
    case .general: task.group == nil
    case .group(let name): task.group == name
    }
  }

  private var name: SanitisedText? { if case .group(let name) = self { name } else { nil } }

  /// The option that chooses the groups, for a shell.
  private var option: String {
    switch self {
    case .all: "--all"
    case .general: "--group \(GroupRecord.generalName)"
    case .group(let name): "--group \(ShellWord(name.string).written)"
    }
  }

  /// Pauses the groups, and their running tasks unless `sparesTasks`.
  ///
  /// The groups are paused first, so that nothing starts meanwhile.
  ///
  /// - Parameter asks: whether to ask a person before more than ten tasks are stopped.
  func pause(sparingTasks sparesTasks: Bool, asks: Bool) throws(CommandFailure) {
    if !sparesTasks { try confirm(.pauseRunning, asks: asks) }
    try order(self == .all ? .pauseAll : .pause(name))
    StandardStreams.complain(pausedLine)
    if !sparesTasks { try pauseTasks() }
  }

  /// The line about the groups that are paused now.
  private var pausedLine: String {
    switch self {
    case .all:
      String(
        localized: """
          all groups, also new ones, stay paused for new tasks; to go on: headway resume \(option)
          """)
    case .general:
      String(
        localized: "the queue stays paused for new tasks; to go on: headway resume \(option)")
    case .group(let name):
      String(
        localized: """
          group \(name) stays paused for new tasks; to go on: headway resume \(option)
          """)
    }
  }

  /// Ends the pauses of the groups, and resumes their paused tasks. Tasks that a person holds stay
  /// on hold, and a line names them.
  func resume(asks: Bool) throws(CommandFailure) {
    try confirm(.resumeGroup, asks: asks)
    try order(self == .all ? .resumeAll : .resume(name))
    try askForEachTask(try tasks(for: .resumeGroup)) { ResumeMessage(task: $0, request: $1) }
    let held = try listed.filter { includes($0) && $0.isHeldByPerson }.map(\.number).sorted()
    guard !held.isEmpty else { return }
    let names = held.prefix(Self.namedLimit).map(\.description).joined(separator: " ")
    let rest = held.count > Self.namedLimit ? " …" : ""
    StandardStreams.complain(
      held.count == 1
        ? String(localized: "task \(names) stays on hold; to let it go on: headway resume \(names)")
        : String(
          localized: """
            \(held.count) tasks stay on hold; to let them go on: headway resume \(names)\(rest)
            """))
  }

  /// The number of tasks that a line names.
  private static let namedLimit = 10

  /// Pauses the tasks that run. Looks again while tasks are starting, for up to 2 s.
  private func pauseTasks() throws(CommandFailure) {
    for _ in 0..<Self.looks {
      let listed = try listed
      try askForEachTask(references(TaskAction.pauseRunning, among: listed)) {
        PauseMessage(task: $0, request: $1)
      } excusing: { _, code in
        code == .ended
      }
      guard listed.contains(where: { includes($0) && $0.state == .starting }) else { return }
      SystemClocks.rest(for: Self.lookPause)
    }
  }

  private static let looks = 20
  private static let lookPause: Duration = .milliseconds(100)

  private var listed: [TaskSnapshot] {
    get throws(CommandFailure) {
      try Hub.ask { client throws(LinkError) in try client.list(all: false) }
    }
  }

  private func tasks(for action: TaskAction) throws(CommandFailure) -> [TaskReference] {
    references(action, among: try listed)
  }

  private func references(_ action: TaskAction, among tasks: [TaskSnapshot]) -> [TaskReference] {
    tasks.filter { includes($0) && action.applies($0) }.sorted { $0.number < $1.number }
      .map { .key($0.key) }
  }

  private func confirm(_ action: TaskAction, asks: Bool) throws(CommandFailure) {
    guard asks, Confirmation.isPossible else { return }
    let count = try tasks(for: action).count
    guard count > Confirmation.taskLimit, !Confirmation.ask(action.question(count)) else {
      return
    }
    throw CommandFailure("nothing was done", status: .nothing)
  }

  private func order(_ order: GroupOrder) throws(CommandFailure) {
    try GroupOrder.carryOut(order)
  }
}

extension GroupOrder {
  /// Asks the hub to carry out an order about groups, and prints the hub's notice.
  ///
  /// - Throws: also for a hub that doesn't know groups.
  static func carryOut(_ order: GroupOrder) throws(CommandFailure) {
    let answer = try Hub.ask { client throws(LinkError) -> OkMessage? in
      guard try client.awaitHello().has(.groups) else { return nil }
      return try client.order(order)
    }
    guard let answer else { throw .hubWithoutGroups }
    if let notice = answer.notice {
      StandardStreams.complain(SanitisedText(notice, limit: .line).localized)
    }
  }
}

extension CommandClient {
  /// Asks the hub to carry out an order about groups. Returns the hub's answer.
  func order(_ order: GroupOrder) throws(LinkError) -> OkMessage {
    try ask(GroupMessage(order, request: nextRequest())) {
      if case .ok(let ok) = $0 { ok } else { nil }
    }
  }
}

extension CommandFailure {
  /// The failure for a hub that doesn't know groups.
  static var hubWithoutGroups: CommandFailure {
    CommandFailure(
      "the running hub is of an older version and doesn't know groups; restart it: headway hub stop",
      status: .failure)
  }
}

extension TaskAction {
  static let resumeGroup = TaskAction(asking: resumeQuestion) {
    $0.state == .paused || $0.isOnHold && !$0.isHeldByPerson
  }

  static let pauseRunning = TaskAction(asking: pauseQuestion) {
    $0.state != .queued && $0.worker.isPausable && $0.state != .paused
  }
}
