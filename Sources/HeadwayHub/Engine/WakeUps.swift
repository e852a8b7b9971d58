import HeadwayCore
import HeapModule
import NIOCore

/// The wake-ups that tasks have asked for: many of them, one timer. Confined to the event loop.
final class WakeUps {
  private let loop: any EventLoop
  private let wakeUp: ([TaskKey]) -> Void
  private var waiting = Heap<WakeUp>()
  private var timer: Scheduled<Void>?
  private var timerDue: Duration?

  private struct WakeUp: Comparable {
    /// On the awake clock.
    let due: Duration
    let key: TaskKey

    static func < (left: WakeUp, right: WakeUp) -> Bool { left.due < right.due }
    static func == (left: WakeUp, right: WakeUp) -> Bool { left.due == right.due }
  }

  /// `wakeUp` is called, from the loop, with all that are due.
  init(loop: any EventLoop, wakeUp: @escaping ([TaskKey]) -> Void) {
    self.loop = loop
    self.wakeUp = wakeUp
  }

  func add(_ key: TaskKey, due: Duration) {
    waiting.insert(WakeUp(due: due, key: key))
    arm()
  }

  /// Nobody is woken from now on.
  func stop() {
    waiting = Heap()
    timer?.cancel()
    (timer, timerDue) = (nil, nil)
  }

  private func arm() {
    guard let next = waiting.min?.due, timerDue.map({ next < $0 }) ?? true else { return }
    timer?.cancel()
    timerDue = next
    let wakeUps = NIOLoopBound(self, eventLoop: loop)
    let pause = TimeAmount(max(.zero, next - HubClock.now.awake))
    timer = loop.scheduleTask(in: pause) { wakeUps.value.takeDue() }
  }

  private func takeDue() {
    (timer, timerDue) = (nil, nil)
    let now = HubClock.now.awake
    var due: [TaskKey] = []
    while let next = waiting.min, next.due <= now { due.append(waiting.removeMin().key) }
    if !due.isEmpty { wakeUp(due) }
    arm()
  }
}
