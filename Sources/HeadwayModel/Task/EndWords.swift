/// The reason of an ending as two words, the form of JSON and of the record: `endReason` and
/// `endDetail`.
public enum EndWord: String, Hashable, Sendable, Codable, CaseIterable {
  case completed, failed, cancelled, expired, lost
}

extension EndReason {
  /// The word of the reason in JSON and on the wire.
  public var word: EndWord {
    switch self {
    case .completed: .completed
    case .failed: .failed
    case .cancelled: .cancelled
    case .expired: .expired
    case .lost: .lost
    }
  }

  /// `user`, `stall` and so on; nil where the word says all.
  public var detail: String? {
    switch self {
    case .cancelled(let canceller): canceller.rawValue
    case .expired(let cause): cause.rawValue
    case .completed, .failed, .lost: nil
    }
  }

  /// Makes a reason; nil if `detail` doesn't belong to `word`. A missing detail reads as `user` or
  /// `grace`.
  public init?(word: EndWord, detail: String?) {
    switch word {
    case .completed: self = .completed
    case .failed: self = .failed
    case .lost: self = .lost
    case .cancelled:
      guard let canceller = Canceller(rawValue: detail ?? "user") else { return nil }
      self = .cancelled(by: canceller)
    case .expired:
      guard let cause = ExpiryCause(rawValue: detail ?? "grace") else { return nil }
      self = .expired(cause)
    }
  }
}
