import NIOCore

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self = overflow ? .nanoseconds(.max / 4) : .nanoseconds(scaled + attoseconds / 1_000_000_000)
  }
}
