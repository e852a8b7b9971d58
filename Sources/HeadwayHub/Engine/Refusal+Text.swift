package import HeadwayCore
package import HeadwayWire

extension Refusal {
  package var code: ErrorCode {
    switch self {
    case .unknownTask: .unknownTask
    case .ambiguousIdentifier: .ambiguous
    case .alreadyEnded: .ended
    case .nothingAsked: .nothingAsked
    case .limitReached: .limit
    case .nothingWaiting: .nothingWaiting
    }
  }

  /// One line: what happened; what to do.
  package var message: String {
    switch self {
    case .unknownTask(let reference):
      "there is no task \(SanitisedText(reference.description)); see: headway list"
    case .ambiguousIdentifier(let identifier):
      "several tasks have the identifier \(SanitisedText(identifier)); name one by its number"
    case .alreadyEnded(let number): "task \(number) has already ended; see: headway list"
    case .nothingAsked(let number): "task \(number) is not being asked about; see: headway list"
    case .nothingWaiting(let identifier):
      "no running program has a request \(identifier) that waits; submit it first"
    case .limitReached(let limit): "\(limit) tasks are live already; wait for some to end"
    }
  }
}
