internal import HeadwayLink
public import Foundation
import HeadwayModel

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
