import HeadwayModel
import Testing

@testable import Headway

@Suite("Pause") struct PauseTests {
  private let pause = HeadwayPause(.user)

  @Test func aTaskThatIsNotPausedIsNotWaitedFor() async {
    let task = unheardTask()
    await task.waitWhilePaused()
    #expect(!task.isPaused)
  }

  @Test func itCanBePausedOnceItSaysWhatItDoes() {
    let task = unheardTask()
    #expect(!task.gate.takePausable())
    task.onPause { _ in }
    task.waitWhilePaused()
    let (first, second) = (task.gate.takePausable(), task.gate.takePausable())
    #expect(first && !second)
  }

  @Test func aWaitEndsWithThePause() async {
    let task = unheardTask()
    task.gate.set(pause)
    async let waited: Void = task.waitWhilePaused()
    task.gate.set(nil)
    await waited
  }

  @Test func aWaitEndsWithTheSwiftTaskAroundIt() async {
    let task = unheardTask()
    task.gate.set(pause)
    let waiting = Task { await task.waitWhilePaused() }
    waiting.cancel()
    await waiting.value
    #expect(task.isPaused)
  }

  @Test func aCancelEndsThePause() async {
    let task = unheardTask()
    task.gate.set(pause)
    let waiting = Task { await task.waitWhilePaused() }
    task.expire(grace: .seconds(1))
    await waiting.value
    #expect(!task.isPaused && task.isCancelled)
  }

  @Test func handlersAreToldInOrder() async {
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
