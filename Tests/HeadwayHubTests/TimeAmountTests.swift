import NIOCore
import Testing

@testable import HeadwayHub

@Suite struct TimeAmountTests {
  @Test("no time is longer than a century", arguments: [100, 292, 8000, .max])
  func centuries(years: Int64) {
    let seconds = years.multipliedReportingOverflow(by: 366 * 86_400)
    let time = TimeAmount(bounded: .seconds(seconds.overflow ? Int64.max : seconds.partialValue))
    #expect(time == .seconds(100 * 366 * 86_400))
  }

  @Test("others are to the nanosecond")
  func nanoseconds() {
    #expect(TimeAmount(bounded: .seconds(7) + .nanoseconds(3)) == .nanoseconds(7_000_000_003))
  }
}
