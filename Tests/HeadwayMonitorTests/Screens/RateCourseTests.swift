import HeadwayModel
import TestClocks
import Testing

@testable import HeadwayMonitor

@Suite("The course of a rate") struct RateCourseTests {
  private func course(_ rates: [Double], every pace: Duration = .seconds(1)) -> RateCourse {
    var course = RateCourse()
    for (step, rate) in rates.enumerated() { course.note(rate, at: .seconds(100) + pace * step) }
    return course
  }

  @Test("each rate is as high as it is beside the highest")
  func heights() {
    let rates = course([0, 1, 4, 8, 2])
    #expect(rates.drawn(columns: 10, .unicode) == "▁▂▅█▃")
    #expect(rates.drawn(columns: 10, .ascii) == "__-#.")
    #expect(rates.drawn(columns: 2, .unicode) == "█▃")
  }

  @Test("nothing is drawn of what says nothing")
  func nothing() {
    #expect(course([]).drawn(columns: 10, .unicode).isEmpty)
    #expect(course([3]).drawn(columns: 10, .unicode).isEmpty)
    #expect(course([0, 0]).drawn(columns: 10, .unicode).isEmpty)
    #expect(course([1, 2]).drawn(columns: 0, .unicode).isEmpty)
    #expect(course([.infinity, .nan, -1, 2]).rates == [2])
  }

  @Test("rates of another unit are none of the same course")
  func units() {
    var course = RateCourse()
    course.note(1e8, of: "B", at: .seconds(100))
    course.note(2e8, of: "B", at: .seconds(101))
    course.note(2, of: "files", at: .seconds(101.5))
    course.note(3, of: "files", at: .seconds(103))
    #expect(course.rates == [2, 3])
  }

  @Test("once a second, for a minute")
  func pace() {
    #expect(course(Array(repeating: 1, count: 100), every: .milliseconds(100)).rates.count == 10)
    #expect(course((0..<100).map(Double.init)).rates == (40..<100).map(Double.init))
  }

  @Test("an expanded card shows it, with the highest")
  func card() {
    var model = MonitorModel(80, 24, [])
    for second in 0..<4 {
      let running = task(1, "Copy") {
        $0.measure(Int64(second), of: 100, "B", rate: Double(4 - second) * 1_048_576)
      }
      model.happen(.taskChanged(running), at: Moment.start.advanced(by: .seconds(second)))
    }
    model.happen(.keyPressed(.enter))
    #expect(model.screen().contains("rate       █▇▅▃  1.0 MiB/s to 4.0 MiB/s"))
  }
}
