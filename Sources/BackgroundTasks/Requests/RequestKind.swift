/// What a request asks for, as far as limits go.
enum RequestKind: Hashable, Sendable {
  case refresh
  case processing
  case continued

  /// How many may wait at once; nil is any number.
  var pendingLimit: Int? {
    switch self {
    case .refresh: 1
    case .processing: 10
    case .continued: nil
    }
  }
}
