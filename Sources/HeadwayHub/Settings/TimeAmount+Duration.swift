import NIOCore

extension TimeAmount {
  /// No longer than a century: the loop adds it to its clock, which counts nanoseconds in 64 bits.
  init(bounded duration: Duration) {
    let (seconds, attoseconds) = max(.zero - Self.longest, min(duration, Self.longest)).components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  private static var longest: Duration { .seconds(100 * 366 * 86_400) }
}
