public import Foundation
internal import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// A request to run a task. Programs make a request as one of the subclasses.
///
/// ``BGTaskScheduler/submit(_:)`` keeps a copy, so that changes after the submission have no
/// effect.
public class BGTaskRequest: NSObject, NSCopying {
  /// The identifier of the task to run. A launch handler must be registered for it.
  public let identifier: String
  /// The earliest time of the run. Nil stands for any time. Continued tasks ignore the date.
  public var earliestBeginDate: Date?
  /// The kind of the request, which limits how many may wait.
  let kind: RequestKind

  init(identifier: String, kind: RequestKind) {
    (self.identifier, self.kind) = (identifier, kind)
  }

  /// Returns a request with the same properties.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// Returns a copy without a cast. `blankDuplicate` copies the subclass's properties.
  final func duplicate() -> BGTaskRequest {
    let other = blankDuplicate()
    other.earliestBeginDate = earliestBeginDate
    return other
  }

  /// Returns a request of the same class with the properties of that class. Subclasses override it.
  func blankDuplicate() -> BGTaskRequest { BGTaskRequest(identifier: identifier, kind: kind) }

  /// The request for a turn in the hub's queue. Without a hub the request isn't accepted.
  var turn: TurnRequest { TurnRequest(terms, withoutHub: .waits) }

  /// The terms on which the hub lets this process launch the task.
  var terms: LaunchTerms {
    var terms = LaunchTerms()
    terms.launcher = .worker
    terms.earliest = earliestBeginDate.flatMap { EarliestStart($0) }
    return terms
  }

  /// Makes the task that the launch handler gets. Subclasses make a task of their own class.
  func makeTask(_ begin: BeginCard) -> BGTask { BGTask(identifier: identifier, begin: begin) }
}

/// The kinds of requests that are limited separately.
enum RequestKind: Hashable, Sendable {
  case refresh
  case processing
  case continued

  /// The number of requests that may wait at a time; nil for no limit. The numbers are those of
  /// iOS.
  var pendingLimit: Int? {
    switch self {
    case .refresh: 1
    case .processing: 10
    case .continued: nil
    }
  }
}

/// A request for a short run that fetches news.
///
/// The run lasts 30 s at most; see ``BGAppRefreshTask``. Only one refresh request may wait at a
/// time.
///
/// ```swift
/// let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
/// request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
/// try BGTaskScheduler.shared.submit(request)
/// ```
public class BGAppRefreshTaskRequest: BGTaskRequest {
  /// Makes a request that may run at any time. Set `earliestBeginDate` to run later.
  public init(identifier: String) { super.init(identifier: identifier, kind: .refresh) }

  override func blankDuplicate() -> BGTaskRequest {
    BGAppRefreshTaskRequest(identifier: identifier)
  }

  override func makeTask(_ begin: BeginCard) -> BGTask {
    BGAppRefreshTask(identifier: identifier, begin: begin)
  }
}

/// A request for a long run without the user.
///
/// The run starts when the machine has power and network as the request asks. At most 10 processing
/// requests may wait at a time.
///
/// ```swift
/// let request = BGProcessingTaskRequest(identifier: "com.example.reindex")
/// request.requiresExternalPower = true
/// try BGTaskScheduler.shared.submit(request)
/// ```
public class BGProcessingTaskRequest: BGTaskRequest {
  /// Whether the run waits until the machine has a default route; see `headway submit --when
  /// network`.
  public var requiresNetworkConnectivity = false
  /// Whether the run waits until the machine isn't on battery; see `headway submit --when ac`.
  public var requiresExternalPower = false

  /// Makes a request that needs neither network nor external power.
  public init(identifier: String) { super.init(identifier: identifier, kind: .processing) }

  override func blankDuplicate() -> BGTaskRequest {
    let other = BGProcessingTaskRequest(identifier: identifier)
    other.requiresNetworkConnectivity = requiresNetworkConnectivity
    other.requiresExternalPower = requiresExternalPower
    return other
  }

  override var terms: LaunchTerms {
    var terms = super.terms
    if requiresNetworkConnectivity { terms.conditions.append(.network) }
    if requiresExternalPower { terms.conditions.append(.externalPower) }
    return terms
  }

  override func makeTask(_ begin: BeginCard) -> BGTask {
    BGProcessingTask(identifier: identifier, begin: begin)
  }
}

/// Conversion of Foundation's dates, which HeadwayModel doesn't know.
extension EarliestStart {
  /// Converts an `earliestBeginDate`, rounded up to the millisecond so that no task starts early.
  ///
  /// The result is nil if `date` has passed or isn't a number. The task may then start at any time.
  init?(_ date: Date, seenFrom now: Date = Date()) {
    guard date > now else { return nil }
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded(.up)
    let time = WallTime(millisecondsSinceEpoch: Int64(exactly: milliseconds) ?? .max)
    let words = LocalTime.words(
      of: time.wholeSeconds, seenFrom: Int64(exactly: now.timeIntervalSince1970.rounded()) ?? 0)
    self.init(time, words: SanitisedText("until \(words)"))
  }
}
