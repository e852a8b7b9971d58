import Dispatch
import HeadwaySystem
import NIOCore

/// Looks now and then which GPUs others use, while a task waits for one. The helper program runs
/// off the event loop; the object itself is confined to the loop.
final class GPUWatcher {
  /// The percent of a GPU's memory that must be free.
  var freePercent = 0
  /// The GPUs that others use; nil if that isn't known yet.
  private(set) var busy: Set<Int>?
  private let loop: any EventLoop
  private let changed: () -> Void
  private let queue = DispatchQueue(label: "headway.gpus")
  private var isWanted = false
  private var isLooking = false
  /// The number of times that looking began. An answer of an earlier time doesn't count.
  private var generation = 0
  private var nextLook: Scheduled<Void>?

  private static let pause: TimeAmount = .seconds(5)

  /// Makes a watcher.
  ///
  /// - Parameter changed: called after each look with another result.
  init(loop: any EventLoop, changed: @escaping () -> Void) {
    (self.loop, self.changed) = (loop, changed)
  }

  /// Begins to look at once, or stops looking.
  func watch(_ isWanted: Bool) {
    guard isWanted != self.isWanted else { return }
    self.isWanted = isWanted
    generation += 1
    busy = nil
    nextLook?.cancel()
    nextLook = nil
    if isWanted { look() }
  }

  private func look() {
    guard isWanted, !isLooking else { return }
    isLooking = true
    let (watcher, percent, generation) = (
      NIOLoopBound(self, eventLoop: loop), freePercent, generation
    )
    queue.async { [loop] in
      let busy = GPUMemory.busy(freePercent: percent)
      loop.execute { watcher.value.finish(busy, generation) }
    }
  }

  /// Takes the answer. If the program failed, nothing is known to be in use: tasks wouldn't start at
  /// all otherwise.
  private func finish(_ found: Set<Int>?, _ generation: Int) {
    isLooking = false
    guard isWanted else { return }
    guard generation == self.generation else { return look() }
    let watcher = NIOLoopBound(self, eventLoop: loop)
    nextLook = loop.scheduleTask(in: Self.pause) { watcher.value.look() }
    guard busy != found ?? [] else { return }
    busy = found ?? []
    changed()
  }
}
