import HeadwayModel
import Testing

@testable import Headway

@Suite("Pause") struct PauseTests {
  private let pause = HeadwayPause(.user)

  @Test("a task that isn't paused isn't waited for")
  func aTaskThatIsNotPausedIsNotWaitedFor() async {
    let task = unheardTask()
    await task.waitWhilePaused()
    #expect(!task.isPaused)
  }

  @Test("it can be paused once it says what it does")
  func itCanBePausedOnceItSaysWhatItDoes() {
    let task = unheardTask()
    #expect(!task.gate.takePausable())
    task.onPause { _ in }
    task.waitWhilePaused()
    let (first, second) = (task.gate.takePausable(), task.gate.takePausable())
    #expect(first && !second)
  }

  @Test("a wait ends with the pause")
  func aWaitEndsWithThePause() async {
    let task = unheardTask()
    task.gate.set(pause)
    async let waited: Void = task.waitWhilePaused()
    task.gate.set(nil)
    await waited
  }

  @Test("a wait ends with the Swift task around it")
  func aWaitEndsWithTheSwiftTaskAroundIt() async {
    let task = unheardTask()
    task.gate.set(pause)
    let waiting = Task { await task.waitWhilePaused() }
    waiting.cancel()
    await waiting.value
    #expect(task.isPaused)
  }

  @Test("a cancel ends the pause")
  func aCancelEndsThePause() async {
    let task = unheardTask()
    task.gate.set(pause)
    let waiting = Task { await task.waitWhilePaused() }
    task.expire(grace: .seconds(1))
    await waiting.value
    #expect(!task.isPaused && task.isCancelled)
  }

  @Test("handlers are told in order")
  func handlersAreToldInOrder() async {
    let task = unheardTask()
    let (stream, told) = AsyncStream.makeStream(of: String.self)
    task.onPause { pause in told.yield("pause \(pause.reason)") }
    task.onResume { told.yield("resume") }
    var news = stream.makeAsyncIterator()
    task.gate.set(pause)
    #expect(await news.next() == "pause user")
    task.gate.set(nil)
    #expect(await news.next() == "resume")
    task.gate.set(HeadwayPause(.system))
    #expect(await news.next() == "pause system")
  }
}
