import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// The card of a task that uses the most of a memory that is short.
@Suite struct MemoryQuestionTests {
  private let asked = task(7, "Logger") {
    ($0.stall.kind, $0.stall.time) = (.memory, .seconds(3))
    $0.stall.memoryBytes = 3_435_973_837
  }

  @Test("the question has the figure, the keys that answer it, and no countdown")
  func question() {
    let screen = MonitorModel(80, 8, [asked]).screen()
    #expect(screen.contains("The system is low on memory. Keep Logger running? (uses 3.2 GiB)"))
    #expect(screen.contains("continue") && screen.contains("stop"))
    #expect(!screen.contains("expires in"))
  }

  @Test("on a tiny screen the figure is there too")
  func tinyScreen() {
    #expect(MonitorModel(29, 6, [asked]).screen().contains("Low on memory (3.2 GiB)"))
    var unmeasured = asked
    unmeasured.stall.memoryBytes = nil
    #expect(MonitorModel(20, 5, [unmeasured]).screen().contains("Low on memory"))
  }
}
