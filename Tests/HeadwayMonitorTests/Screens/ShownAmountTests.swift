import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct ShownAmountTests {
  @Test(
    "a rate is rounded, with as many digits as it has meaning",
    arguments: [
      (1.988, "2.0/s"), (1.04, "1.0/s"), (9.949, "9.9/s"), (9.96, "10/s"), (223.4, "223/s"),
      (223.6, "224/s"), (0.05, "3.0/min"), (0.0521, "3.1/min"), (0.2, "12/min"),
      (0.0005, "1.8/h"), (1_988_000, "2.0M/s"), (12_340_000, "12.3M/s"),
      (999_999.4, "999999/s"), (999_999.6, "1.0M/s"), (999_960_000, "1.0G/s"),
    ])
  func rates(rate: Double, shown: String) {
    #expect(rateText("files", rate) == shown)
  }

  @Test(
    "a rate of bytes too",
    arguments: [
      (1.96, "2.0 B/s"), (512.4, "512 B/s"), (1e6, "976.6 KiB/s"),
      (1023.7, "1.0 KiB/s"), (1_048_535, "1.0 MiB/s"), (3_686_400, "3.5 MiB/s"),
    ])
  func bytes(rate: Double, shown: String) {
    #expect(rateText("B", rate) == shown)
  }

  @Test(
    "what is next to nothing, or no number, isn't shown",
    arguments: [0, 1e-9, -1, .infinity, .nan])
  func unknown(rate: Double) {
    #expect(rateText("files", rate) == nil)
  }

  @Test("what is done is never rounded up")
  func counts() {
    var progress = TaskProgressView()
    (progress.completed, progress.total, progress.unit) = (1_999_999, 2_000_000, "files")
    #expect(ShownCounts(progress)?.text == "1.9M/2.0M files")
  }

  private func rateText(_ unit: SanitisedText, _ rate: Double) -> String? {
    var progress = TaskProgressView()
    (progress.completed, progress.unit, progress.rate) = (1, unit, rate)
    return ShownRate(progress)?.text
  }
}
