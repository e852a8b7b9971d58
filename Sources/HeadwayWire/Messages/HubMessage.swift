package import HeadwayCore

/// A message from the hub to a client.
package enum HubMessage: Hashable, Sendable {
  case hello(HubHello)
  case ok(OkMessage)
  case error(ErrorMessage)
  case begun(BegunMessage)
  case submitted(SubmittedMessage)
  case turn(TurnNotice)
  case ended(EndedMessage)
  case cancel(CancelNotice)
  case pause(PauseNotice)
  case resume(ResumeNotice)
  case question(QuestionNotice)
  case assertionAwaited(AssertionNotice)
  case terminal(TerminalNotice)
  case selection(SelectionNotice)
  indirect case task(TaskMessage)
  case snapshotEnd(SnapshotEnd)
  case cleaned(CleanedMessage)
  indirect case change(ChangeMessage)
  case step(StepMessage)
  case removed(RemovedMessage)
  case summary(SummaryMessage)
  case notification(NotificationMessage)
  case goodbye(GoodbyeMessage)
  /// A type this version doesn't know: ignored.
  case unknown(String)
}

extension HubMessage: Decodable {
  package init(from decoder: any Decoder) throws {
    let type = try MessageType.of(decoder)
    self =
      switch type {
      case HubHello.type: .hello(try HubHello(from: decoder))
      case OkMessage.type: .ok(try OkMessage(from: decoder))
      case ErrorMessage.type: .error(try ErrorMessage(from: decoder))
      case BegunMessage.type: .begun(try BegunMessage(from: decoder))
      case SubmittedMessage.type: .submitted(try SubmittedMessage(from: decoder))
      case TurnNotice.type: .turn(try TurnNotice(from: decoder))
      case EndedMessage.type: .ended(try EndedMessage(from: decoder))
      case CancelNotice.type: .cancel(try CancelNotice(from: decoder))
      case PauseNotice.type: .pause(try PauseNotice(from: decoder))
      case ResumeNotice.type: .resume(try ResumeNotice(from: decoder))
      case QuestionNotice.type: .question(try QuestionNotice(from: decoder))
      case AssertionNotice.type: .assertionAwaited(try AssertionNotice(from: decoder))
      case TerminalNotice.type: .terminal(try TerminalNotice(from: decoder))
      case SelectionNotice.type: .selection(try SelectionNotice(from: decoder))
      case TaskMessage.type: .task(try TaskMessage(from: decoder))
      case SnapshotEnd.type: .snapshotEnd(try SnapshotEnd(from: decoder))
      case CleanedMessage.type: .cleaned(try CleanedMessage(from: decoder))
      case ChangeMessage.type: .change(try ChangeMessage(from: decoder))
      case StepMessage.type: .step(try StepMessage(from: decoder))
      case RemovedMessage.type: .removed(try RemovedMessage(from: decoder))
      case SummaryMessage.type: .summary(try SummaryMessage(from: decoder))
      case NotificationMessage.type: .notification(try NotificationMessage(from: decoder))
      case GoodbyeMessage.type: .goodbye(try GoodbyeMessage(from: decoder))
      default: .unknown(type)
      }
  }
}

/// A request was done, and is in the record where it is durable.
package struct OkMessage: MessageBody {
  package static let type = "ok"
  package var request: Int?
  /// To a stop: the seconds that the hub waits at most for what workers must finish first; nil where
  /// it leaves at once.
  package var within: Double?
  /// To a stop: why the record can't be written, which the hub waits for without an end; nil where it
  /// can, as far as is known.
  package var recordProblem: String?

  package init(request: Int?, within: Duration? = nil, recordProblem: String? = nil) {
    self.request = request
    self.within = within?.inSeconds
    self.recordProblem = recordProblem
  }

  /// Whatever a hub says, no longer than any hub waits.
  package var patience: Duration {
    min(within.flatMap(Duration.init(nonNegativeSeconds:)) ?? .zero, HubState.assertionPatience)
  }
}

/// A request, or a line, was refused.
package struct ErrorMessage: MessageBody {
  package static let type = "error"
  package var request: Int?
  package var code: String
  /// One line for people: what happened; what to do.
  package var message: String

  package init(request: Int? = nil, code: ErrorCode, message: String) {
    self.request = request
    self.code = code.rawValue
    self.message = message
  }
}

/// The words of `error.code`. Never reused.
package enum ErrorCode: String, Sendable, CaseIterable {
  case version, malformed, tooLong, helloExpected, unknownTask, ambiguous, ended, nothingAsked
  case limit, record, nothingWaiting
  case notPermitted, notNow, dependsOnItself, notQueued, stillLive, cannotRestart, awaited, config
  case notPausable, notRunning, suspended, nothingToWake, keyCleaned
}

/// A begin is in the record.
package struct BegunMessage: MessageBody {
  package static let type = "begun"
  package var request: Int?
  package var key: TaskKey
  package var number: TaskNumber

  package init(request: Int?, key: TaskKey, number: TaskNumber) {
    self.request = request
    self.key = key
    self.number = number
  }
}

/// An end is in the record.
package struct EndedMessage: MessageBody {
  package static let type = "ended"
  package var request: Int?
  package var key: TaskKey
  package var number: TaskNumber
  package var reason: EndWord
  package var detail: String?
  package var exitCode: Int32?
  package var signal: Int32?

  package init(request: Int?, key: TaskKey, number: TaskNumber, ending: TaskEnding) {
    self.request = request
    self.key = key
    self.number = number
    reason = ending.reason.word
    detail = ending.reason.detail
    (exitCode, signal) = ending.status.wireFields
  }

  package var ending: TaskEnding {
    TaskEnding(
      reason: EndReason(word: reason, detail: detail) ?? .lost,
      status: ExitStatus(exitCode: exitCode, signal: signal))
  }
}

/// Tells a worker to stop one of its tasks.
package struct CancelNotice: MessageBody {
  package static let type = "cancel"
  package var key: TaskKey
  package var reason: EndWord
  package var detail: String?
  /// Seconds until the worker's processes are killed.
  package var grace: Double
  package var force: Bool?

  package init(key: TaskKey, order: CancelOrder) {
    self.key = key
    reason = order.reason.word
    detail = order.reason.detail
    grace = order.grace.inSeconds
    force = order.isForced ? true : nil
  }

  package var order: CancelOrder {
    CancelOrder(
      reason: EndReason(word: reason, detail: detail) ?? .cancelled(by: .user),
      grace: Duration(nonNegativeSeconds: grace) ?? TaskDescription.defaultGrace,
      isForced: force ?? false)
  }
}

/// Tells a worker that its task is being asked about.
package struct QuestionNotice: MessageBody {
  package static let type = "question"
  package var key: TaskKey
  package var stalled: StallKind
  /// `stalled` is `notAdvancing` then: older workers know no other word for it.
  package var slow: Bool?
  /// Likewise: memory is short.
  package var memoryShort: Bool?

  package init(key: TaskKey, stalled: StallKind) {
    self.key = key
    self.stalled = stalled.olderWord
    slow = stalled == .slow ? true : nil
    memoryShort = stalled == .memory ? true : nil
  }

  package var kind: StallKind {
    if memoryShort == true { return .memory }
    return slow == true ? .slow : stalled
  }
}

extension StallKind {
  /// What peers know it by that were made before it was.
  var olderWord: StallKind {
    switch self {
    case .silent, .notAdvancing: self
    case .slow, .memory: .notAdvancing
    }
  }
}

/// Tells a worker that something waits for what its task asserts, or doesn't any more.
package struct AssertionNotice: MessageBody {
  package static let type = "assertionAwaited"
  package var key: TaskKey
  /// Seconds until it isn't waited for any more; nil where it isn't now.
  package var within: Double?

  package init(key: TaskKey, within: Duration?) {
    self.key = key
    self.within = within?.inSeconds
  }

  package var order: WorkerOrder {
    .assertionAwaited(within: within.map { Duration(nonNegativeSeconds: $0) ?? .zero })
  }
}

/// Tells a worker that a task it submitted has its turn: it begins now.
package struct TurnNotice: MessageBody {
  package static let type = "turn"
  package var key: TaskKey
  /// What it may use until it ends: the units of each resource, by index.
  package var units: [String: [Int]]?

  package init(key: TaskKey, units: [String: [Int]]) {
    self.key = key
    self.units = units.isEmpty ? nil : units
  }
}

/// Tells a worker whether the supervisor around it has a terminal.
package struct TerminalNotice: MessageBody {
  package static let type = "terminal"
  package var key: TaskKey
  package var attached: Bool

  package init(key: TaskKey, isAttached: Bool) { (self.key, attached) = (key, isAttached) }
}

/// Tells a supervisor whether its task is selected in a monitor.
package struct SelectionNotice: MessageBody {
  package static let type = "selection"
  package var key: TaskKey
  package var selected: Bool

  package init(key: TaskKey, isSelected: Bool) { (self.key, selected) = (key, isSelected) }
}

/// One task of a snapshot.
package struct TaskMessage: MessageBody {
  package static let type = "task"
  package var request: Int?
  package var task: TaskSnapshot

  package init(request: Int?, task: TaskSnapshot) {
    self.request = request
    self.task = task
  }
}

/// So many tasks left the record.
package struct CleanedMessage: MessageBody {
  package static let type = "cleaned"
  package var request: Int?
  package var count: Int
  /// There may be more; ask again, `after` this number.
  package var next: Int?

  package init(request: Int?, count: Int, next: Int?) {
    (self.request, self.count, self.next) = (request, count, next)
  }
}

/// The snapshot is whole.
package struct SnapshotEnd: MessageBody {
  package static let type = "snapshotEnd"
  package var request: Int?
  package var count: Int
  /// To a `history`: there may be more; ask again, `after` this number.
  package var next: Int?
  /// To a `history` by end: `afterEnd` this, too.
  package var nextEnd: WallTime?

  package init(request: Int?, count: Int, next: Int? = nil, nextEnd: WallTime? = nil) {
    self.request = request
    self.count = count
    self.next = next
    self.nextEnd = nextEnd
  }
}

/// A task is new or has changed; it comes whole.
package struct ChangeMessage: MessageBody {
  package static let type = "change"
  package var task: TaskSnapshot

  package init(task: TaskSnapshot) { self.task = task }
}

/// A task left the live list; the record keeps it.
package struct RemovedMessage: MessageBody {
  package static let type = "removed"
  package var key: TaskKey

  package init(key: TaskKey) { self.key = key }
}
