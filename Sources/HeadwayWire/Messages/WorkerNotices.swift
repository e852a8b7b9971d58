package import HeadwayModel

/// The hub's order to a worker to stop a task.
package struct CancelNotice: MessageBody {
  package static let type = "cancel"
  package var key: TaskKey
  package var reason: EndWord
  package var detail: String?
  /// The number of seconds until the worker's processes are killed.
  package var grace: Double
  package var force: Bool?
  /// The number of the signal that asks the command to stop; nil for SIGTERM.
  package var signal: Int?
  /// True if a newer request under the same identifier took the task's place in the queue.
  package var replaced: Bool?

  package init(key: TaskKey, order: CancelOrder) {
    signal = order.signal.map { Int($0.number) }
    self.key = key
    reason = order.reason.word
    detail = order.reason.detail
    grace = order.grace.inSeconds
    force = order.isForced ? true : nil
    replaced = order.isReplacement ? true : nil
  }

  /// The order in a worker's terms. An unknown reason reads as a person's cancel.
  package var order: CancelOrder {
    var order = CancelOrder(
      reason: EndReason(word: reason, detail: detail) ?? .cancelled(by: .user),
      grace: Duration(nonNegativeSeconds: grace) ?? TaskDescription.defaultGrace,
      isForced: force ?? false)
    order.signal = signal.flatMap { Int32(exactly: $0) }.flatMap { StopSignal($0) }
    order.isReplacement = replaced ?? false
    return order
  }

  package static var unread: CancelNotice {
    CancelNotice(key: .unread, order: CancelOrder(reason: .lost, grace: .zero))
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("reason", &reason)
    try fields.field("detail", &detail)
    try fields.required("grace", &grace)
    try fields.field("force", &force)
    try fields.field("signal", &signal)
    try fields.field("replaced", &replaced)
  }
}

/// The hub's notice to a worker that its user is asked "continue or stop?".
package struct QuestionNotice: MessageBody {
  package static let type = "question"
  package var key: TaskKey
  /// The kind of the stall, in a word that older workers know.
  package var stalled: StallKind
  /// True if the task is slow. `stalled` is then `notAdvancing`, because older workers don't know
  /// the kind.
  package var slow: Bool?
  /// True if the system is low on memory. `stalled` is then `notAdvancing`, as for a slow task.
  package var memoryShort: Bool?
  /// True if the task waits for input at a terminal that nobody is at. `stalled` is then
  /// `notAdvancing`.
  package var inputOverdue: Bool?

  package init(key: TaskKey, stalled: StallKind) {
    self.key = key
    self.stalled = stalled.olderWord
    slow = stalled == .slow ? true : nil
    memoryShort = stalled == .memory ? true : nil
    inputOverdue = stalled == .input ? true : nil
  }

  /// The exact kind of the stall, from all fields.
  package var kind: StallKind {
    if memoryShort == true { return .memory }
    if inputOverdue == true { return .input }
    return slow == true ? .slow : stalled
  }

  package static var unread: QuestionNotice { QuestionNotice(key: .unread, stalled: .notAdvancing) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("stalled", &stalled)
    try fields.field("slow", &slow)
    try fields.field("memoryShort", &memoryShort)
    try fields.field("inputOverdue", &inputOverdue)
  }
}

extension StallKind {
  /// The nearest kind that peers know which were built before the kinds `slow`, `memory`
  /// and `input` existed.
  var olderWord: StallKind {
    switch self {
    case .silent, .notAdvancing: self
    case .slow, .memory, .input: .notAdvancing
    }
  }
}

/// The hub's notice to a worker that something waits for the task's assertion.
package struct AssertionNotice: MessageBody {
  package static let type = "assertionAwaited"
  package var key: TaskKey
  /// The number of seconds after which the wait ends; nil if nothing waits any more.
  package var within: Double?

  package init(key: TaskKey, within: Duration?) {
    self.key = key
    self.within = within?.inSeconds
  }

  /// The notice in a worker's terms.
  package var order: WorkerOrder {
    .assertionAwaited(within: within.map { Duration(nonNegativeSeconds: $0) ?? .zero })
  }

  package static var unread: AssertionNotice { AssertionNotice(key: .unread, within: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.field("within", &within)
  }
}

/// The hub's notice to a worker that a task it submitted has its turn and must begin.
package struct TurnNotice: MessageBody {
  package static let type = "turn"
  package var key: TaskKey
  /// The units that the task may use until it ends, as indices by resource: `{"gpu":[0]}`.
  package var units: [String: [Int]]?

  package init(key: TaskKey, units: [String: [Int]]) {
    self.key = key
    self.units = units.isEmpty ? nil : units
  }

  package static var unread: TurnNotice { TurnNotice(key: .unread, units: [:]) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.field("units", &units)
  }
}

/// The hub's notice to a worker whether the supervisor around it has a terminal.
package struct TerminalNotice: MessageBody {
  package static let type = "terminal"
  package var key: TaskKey
  package var attached: Bool

  package init(key: TaskKey, isAttached: Bool) { (self.key, attached) = (key, isAttached) }

  package static var unread: TerminalNotice { TerminalNotice(key: .unread, isAttached: false) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("attached", &attached)
  }
}

/// The hub's notice to a supervisor whether its task is selected in a monitor.
package struct SelectionNotice: MessageBody {
  package static let type = "selection"
  package var key: TaskKey
  package var selected: Bool

  package init(key: TaskKey, isSelected: Bool) { (self.key, selected) = (key, isSelected) }

  package static var unread: SelectionNotice { SelectionNotice(key: .unread, isSelected: false) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("selected", &selected)
  }
}

/// The hub's order to a worker to pause its task.
package struct PauseNotice: MessageBody {
  package static let type = "pause"
  package var key: TaskKey
  /// The side that pauses: a person or the system.
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }

  package static var unread: PauseNotice { PauseNotice(key: .unread, by: .user) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("by", &by)
  }
}

/// The hub's order to a worker to resume its task.
package struct ResumeNotice: MessageBody {
  package static let type = "resume"
  package var key: TaskKey
  /// The side that resumes: a person or the system. A person also ends the command's own
  /// job-control stop.
  package var by: Halter

  package init(key: TaskKey, by: Halter) { (self.key, self.by) = (key, by) }

  package static var unread: ResumeNotice { ResumeNotice(key: .unread, by: .user) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("key", &key)
    try fields.required("by", &by)
  }
}
