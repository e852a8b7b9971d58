import HeadwayModel
import HeapModule
import NIOCore

/// The wake-ups that tasks have asked for: one of each task, one timer for all. Confined to the
/// event loop.
final class WakeUps {
  private let loop: any EventLoop
  private let wakeUp: ([TaskKey]) -> Void
  /// The deadlines by instant. Deadlines that a later call of `set` replaced stay until they come
  /// to the top.
  private var waiting = Heap<WakeUp>()
  private var dues: [TaskKey: AwakeTime] = [:]
  private var timer: Scheduled<Void>?
  private var timerDue: AwakeTime?

  private struct WakeUp: Comparable {
    /// The instant of the deadline (awake clock).
    let due: AwakeTime
    let key: TaskKey

    static func < (left: WakeUp, right: WakeUp) -> Bool { left.due < right.due }
    static func == (left: WakeUp, right: WakeUp) -> Bool { left.due == right.due }
  }

  /// Makes a value whose loop calls `wakeUp` with all keys that are due.
  init(loop: any EventLoop, wakeUp: @escaping ([TaskKey]) -> Void) {
    self.loop = loop
    self.wakeUp = wakeUp
  }

  /// Sets the deadline of `key`, in place of the deadline before.
  func set(_ key: TaskKey, due: AwakeTime) {
    dues[key] = due
    waiting.insert(WakeUp(due: due, key: key))
    arm()
  }

  func giveBackRoom() {
    waiting = Heap(dues.map { WakeUp(due: $1, key: $0) })
    dues = dues.withoutSpareRoom
  }

  /// Stops all deadlines for good.
  func stop() {
    (waiting, dues) = (Heap(), [:])
    timer?.cancel()
    (timer, timerDue) = (nil, nil)
  }

  private func arm() {
    dropReplaced()
    let next = waiting.min?.due
    guard next != timerDue else { return }
    timer?.cancel()
    timerDue = next
    guard let next else { return }
    let wakeUps = NIOLoopBound(self, eventLoop: loop)
    let pause = TimeAmount(bounded: max(.zero, next - HubClock.now.awake))
    timer = loop.scheduleTask(in: pause) { wakeUps.value.fireDue() }
  }

  private func fireDue() {
    (timer, timerDue) = (nil, nil)
    let now = HubClock.now.awake
    var due: [TaskKey] = []
    dropReplaced()
    while let next = waiting.min, next.due <= now {
      due.append(waiting.removeMin().key)
      dues[next.key] = nil
      dropReplaced()
    }
    if !due.isEmpty { wakeUp(due) }
    arm()
  }

  private func dropReplaced() {
    while let next = waiting.min, dues[next.key] != next.due { waiting.removeMin() }
  }
}
