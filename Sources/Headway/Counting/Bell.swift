import CHeadwaySystem
import Glibc
public import Synchronization

/// Wakes the thread that sends, if it sleeps. One for a process (eventfd(2)).
@usableFromInline
final class Bell: Sendable {
  /// The thread that sends waits for a change, and nothing else would wake it.
  @usableFromInline let isAsleep = Atomic<Bool>(false)
  /// Ends that were said and aren't with the hub or on the disk yet.
  let openEnds = Atomic<Int>(0)
  let descriptor: CInt
  private let process = getpid()

  /// Of tasks that nobody is told of.
  static let unheard = Bell(descriptor: -1)

  convenience init() {
    self.init(descriptor: headway_eventfd_make())
  }

  private init(descriptor: CInt) { self.descriptor = descriptor }

  /// After a change. A change that the sleeper hasn't seen finds it asleep: whoever falls asleep
  /// fences all threads before the last look.
  @inlinable
  func ringIfAsleep() {
    if isAsleep.load(ordering: .relaxed) { ring() }
  }

  /// Never waits. In the child of a fork(2) the bell isn't heard.
  @usableFromInline
  func ring() {
    isAsleep.store(false, ordering: .relaxed)
    guard process == getpid() else { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes back what was rung.
  func hush() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
