import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// The processor time and memory of tasks on expanded cards.
@Suite struct MeasurementTests {
  private let use = ResourceUse(cores: 1.52, bytes: 512 << 20, processCount: 3)

  private func working(_ number: Int) -> TaskSnapshot {
    task(number, "Build") { $0.worker.pid = Int32(4000 + number) }
  }

  @Test("only what somebody looks at is measured, and its card says what it uses")
  func looking() {
    var model = MonitorModel(70, 24, [working(3), working(4)])
    #expect(model.pressAndLook("j").allSatisfy { $0 != .measure([key(4): 4004]) })
    #expect(model.happen(.keyPressed(.enter)).contains(.measure([key(4): 4004])))
    #expect(!model.screen().contains("uses"))
    model.happen(.measured([key(4): use, key(3): use]))
    #expect(model.screen().contains("uses       152% CPU, 512.0 MiB, 3 processes"))
    #expect(model.happen(.keyPressed(.enter)).contains(.measure([:])))
    model.happen(.keyPressed(.enter))
    #expect(!model.screen().contains("uses"), "old figures aren't shown")
  }

  @Test("figures are of this worker: they go with it, and with the hub")
  func gone() {
    var model = MonitorModel(70, 24, [working(3)])
    model.happen(.keyPressed(.enter))
    model.happen(.measured([key(3): use]))
    var later = model
    #expect(
      later.happen(.taskChanged(task(3, "Build") { $0.worker.pid = 5000 })) == [
        .measure([key(3): 5000])
      ])
    #expect(!later.screen().contains("uses"))
    #expect(model.happen(.linkChanged(.reconnecting)).contains(.measure([:])))
    #expect(!model.screen().contains("uses"))
    model.happen(.measured([key(3): use]))
    #expect(!model.screen().contains("uses"), "an event that crossed the command")
  }

  @Test("a use in words")
  func words() {
    #expect(ResourceUse(cores: nil, bytes: 0, processCount: 1).words == "0 KiB, 1 process")
    #expect(ResourceUse(cores: 0.004, bytes: -1, processCount: 2).percentWords == "0%")
    #expect(ResourceUse(cores: .infinity, bytes: 0, processCount: 2).percentWords == "100000000%")
    #expect(ResourceUse(cores: .nan, bytes: 0, processCount: 2).percentWords != nil)
  }
}
