import Dispatch
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore

/// Measures the memory of tasks off the event loop. The object itself is confined to the event
/// loop.
final class MemoryMeasurer {
  private let loop: any EventLoop
  private let limit: Int64?
  private let handle: (MemoryFigures) -> Void
  private let queue = DispatchQueue(label: "headway.memory")
  private var isMeasuring = false

  /// Makes a measurer.
  ///
  /// - Parameter limit: the memory of the machine for tests, in bytes; nil for the real one.
  init(loop: any EventLoop, limit: Int64?, handle: @escaping (MemoryFigures) -> Void) {
    (self.loop, self.limit, self.handle) = (loop, limit, handle)
  }

  /// Measures, and calls `handle` with the figures on the loop. Does nothing while an earlier
  /// measurement is under way, because its figures are as good.
  func measure(_ subjects: [MemorySubject], apartFrom others: [ProcessIdentity]) {
    guard !isMeasuring else { return }
    isMeasuring = true
    let measurer = NIOLoopBound(self, eventLoop: loop)
    queue.async { [loop, limit] in
      let figures = Self.figures(of: subjects, apartFrom: others, limit: limit)
      loop.execute { measurer.value.finish(figures) }
    }
  }

  private func finish(_ figures: MemoryFigures) {
    isMeasuring = false
    handle(figures)
  }

  /// Returns the figures. If the machine's memory isn't known, the total is 0, and the hub asks
  /// about no task.
  private static func figures(
    of subjects: [MemorySubject], apartFrom others: [ProcessIdentity], limit: Int64?
  ) -> MemoryFigures {
    let boot = Boot.id
    let subjects = subjects.filter { $0.process.bootID == boot }
    let bytes = ResidentMemory.bytes(
      of: subjects.map(\.root), apartFrom: others.filter { $0.bootID == boot }.map(\.pid))
    let pairs = subjects.compactMap { subject in bytes[subject.root].map { (subject.key, $0) } }
    return MemoryFigures(
      total: limit ?? Machine().memoryBytes ?? 0,
      resident: Dictionary(pairs) { first, _ in first })
  }
}

extension MemorySubject {
  fileprivate var root: ResidentMemory.Root {
    ResidentMemory.Root(
      process: process.pid, startTime: process.startTime, includesItself: !isSupervisor)
  }
}
