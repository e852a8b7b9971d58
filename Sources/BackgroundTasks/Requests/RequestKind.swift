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
