import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct WakeUpTests {
  @Test("a busy task has one wake up under way not one per report")
  func aBusyTaskHasOneWakeUpUnderWayNotOnePerReport() {
    var bench = benchWithTask()
    var wakeUps = 0
    for step in 1...50 {
      bench.step(.milliseconds(100))
      wakeUps += bench.update(.a, .done(Int64(step), of: 1000)).wakeUps.count
    }
    // Sooner than that for its clocks: for its ETA, once there is one.
    #expect(wakeUps == 1)
  }

  @Test("a wake up that comes too early arms the next")
  func aWakeUpThatComesTooEarlyArmsTheNext() {
    var bench = benchWithTask()
    bench.step(.seconds(10))
    _ = bench.update(.a, .done(1))
    bench.step(.seconds(20))
    #expect(bench.send(.wakeUpReached(.a)) == [.wakeUp(.a, after: .seconds(10))])
  }

  @Test("a task that can't stall has no wake up")
  func aTaskThatCanNotStallHasNoWakeUp() {
    var bench = HubBench()
    bench.connect(1)
    let effects = bench.begin(.a) { $0.stallPolicy = StallPolicy(action: .ignore) }
    #expect(effects.wakeUps.isEmpty)
    #expect(bench.update(.a, .done(1)).wakeUps.isEmpty)
  }

  @Test("an open question that stays needs no wake up")
  func anOpenQuestionThatStaysNeedsNoWakeUp() {
    var bench = benchWithTask()
    bench.step(.seconds(30))
    #expect(bench.send(.wakeUpReached(.a)).wakeUps.isEmpty)
    bench.step(.seconds(300))
    #expect(bench.send(.wakeUpReached(.a)).isEmpty)
  }

  @Test("thousands of tasks arm thousands of wake ups not more")
  func thousandsOfTasksArmThousandsOfWakeUpsNotMore() {
    var bench = HubBench()
    bench.connect(1)
    var wakeUps = 0
    for index in UInt64(0)..<2000 {
      wakeUps += bench.begin(TaskKey(high: 1, low: index)).wakeUps.count
    }
    for _ in 0..<3 {
      bench.step(.seconds(1))
      for index in UInt64(0)..<2000 {
        wakeUps += bench.update(TaskKey(high: 1, low: index), .done(1)).wakeUps.count
      }
    }
    #expect(wakeUps == 2000)
  }

  @Test("a hub with nothing to do is idle")
  func aHubWithNothingToDoIsIdle() {
    var bench = benchWithTask()
    #expect(!bench.state.isIdle)
    _ = bench.end(.a)
    #expect(!bench.state.isIdle)
    _ = bench.disconnect(1)
    #expect(bench.state.isIdle)
  }
}
