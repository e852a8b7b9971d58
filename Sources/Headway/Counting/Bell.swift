import CHeadwaySystem
import Glibc
public import Synchronization

/// A wake-up for the thread that sends, made of an eventfd(2).
///
/// Each process has one bell. Threads that count ring it only while the sending thread sleeps, so
/// that counting needs no system call.
@usableFromInline
final class Bell: Sendable {
  /// Whether the sending thread sleeps until somebody rings.
  @usableFromInline let isAsleep = Atomic<Bool>(false)
  /// The number of ended tasks whose end neither the hub has acknowledged nor the disk holds.
  ///
  /// `exit` waits until the number is 0.
  let openEnds = Atomic<Int>(0)
  let descriptor: CInt
  private let process = getpid()

  /// The bell of tasks that aren't reported to a hub. Ringing it does nothing.
  static let unheard = Bell(descriptor: -1)

  convenience init() {
    self.init(descriptor: headway_eventfd_make())
  }

  private init(descriptor: CInt) { self.descriptor = descriptor }

  /// Wakes the sending thread if it sleeps. Called after every change.
  ///
  /// No change is missed: the sending thread sets `isAsleep`, fences all threads and looks for
  /// changes once more before it sleeps. A thread whose change came after that look reads
  /// `isAsleep` as true.
  @inlinable
  func ringIfAsleep() {
    if isAsleep.load(ordering: .relaxed) { ring() }
  }

  /// Wakes the sending thread. Never blocks.
  ///
  /// In the child of a fork(2) the call does nothing: the sending thread exists in the parent only.
  @usableFromInline
  func ring() {
    isAsleep.store(false, ordering: .relaxed)
    guard process == getpid() else { return }
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Resets the eventfd after a wake-up.
  func hush() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}
