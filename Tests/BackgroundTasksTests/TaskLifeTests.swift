import Headway
import Testing

@testable import BackgroundTasks

struct TaskLifeTests {
  @Test("an expiry calls the handler once, and clears it; the end is a cancel then")
  func expiry() {
    var life = TaskLife()
    var calls = 0
    #expect(life.setHandler { calls += 1 } == nil)
    if case .call(let handler) = life.expire() { handler() }
    #expect(calls == 1 && life.handler == nil)
    if case .ignore = life.expire() {} else { Issue.record("told twice") }
    #expect(life.setHandler {} == nil && life.handler == nil)
    #expect(life.complete(success: false) == .cancelled)
    #expect(life.complete(success: true) == nil)
  }

  @Test("work that completes although it was to stop has completed")
  func completesAnyway() {
    var life = TaskLife()
    _ = life.setHandler {}
    _ = life.expire()
    #expect(life.complete(success: true) == .completed)
  }

  @Test("without a handler the task ends; one that comes later is called at once, once")
  func nobodyThere() {
    var life = TaskLife()
    if case .end = life.expire() {} else { Issue.record("not ended") }
    #expect(life.setHandler(nil) == nil)
    #expect(life.setHandler {} != nil)
    #expect(life.setHandler {} == nil)
    #expect(life.complete(success: true) == nil)
  }

  @Test("completed: the handler is gone, and an expiry comes too late")
  func completed() {
    var life = TaskLife()
    _ = life.setHandler {}
    #expect(life.complete(success: false) == .failed)
    #expect(life.handler == nil && life.setHandler {} == nil && life.handler == nil)
    if case .ignore = life.expire() {} else { Issue.record("told too late") }
  }
}
