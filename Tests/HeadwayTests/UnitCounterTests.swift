import Dispatch
import Testing

@testable import Headway

@Suite struct UnitCounterTests {
  @Test("any number keeps the sum within its limits")
  func anyNumberKeepsTheSumWithinItsLimits() {
    let counter = UnitCounter()
    counter.addClamped(.max)
    counter.addClamped(.max)
    counter.add(1)
    #expect(counter.value == UnitCounter.limit)
    counter.addClamped(-5)
    #expect(counter.value == UnitCounter.limit - 5)
    counter.addClamped(.min)
    #expect(counter.value == 0)
    counter.set(-3)
    #expect(counter.value == 0)
    counter.set(12)
    counter.add(1)
    #expect(counter.value == 13)
  }

  @Test("threads lose no unit")
  func threadsLoseNoUnit() {
    let task = unheardTask()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100_000 { task.advance() }
    }
    #expect(task.completed == 400_000)
    task.end()
  }

  @Test("the newest text is taken once")
  func theNewestTextIsTakenOnce() {
    let slot = TextSlot()
    #expect(slot.take() == nil)
    slot.put("first")
    slot.put("second")
    #expect(slot.take() == "second")
    #expect(slot.take() == nil)
    slot.put("left behind")
  }
}
