public import Foundation
import HeadwayCore

/// What is asked of the scheduler. Made as one of its subclasses; the scheduler keeps a copy.
public class BGTaskRequest: NSObject, NSCopying {
  /// Of the task that is to run: the one its launch handler is registered for.
  public let identifier: String
  /// Not to run before; nil is at any time. Continued tasks don't heed it.
  public var earliestBeginDate: Date?
  let kind: RequestKind

  init(identifier: String, kind: RequestKind) {
    (self.identifier, self.kind) = (identifier, kind)
  }

  /// A request that asks the same.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  final func duplicate() -> BGTaskRequest {
    let other = blankDuplicate()
    other.earliestBeginDate = earliestBeginDate
    return other
  }

  /// Of the same class, with all that the class itself adds.
  func blankDuplicate() -> BGTaskRequest { BGTaskRequest(identifier: identifier, kind: kind) }

  /// What it asks of the hub's queue.
  var turn: TurnRequest { TurnRequest(terms, withoutHub: .waits) }

  /// On which it is launched, by this process.
  var terms: LaunchTerms {
    var terms = LaunchTerms()
    terms.launcher = .worker
    terms.earliest = earliestBeginDate.flatMap { EarliestStart($0) }
    return terms
  }

  func makeTask(_ begin: BeginCard) -> BGTask { BGTask(identifier: identifier, begin: begin) }
}
