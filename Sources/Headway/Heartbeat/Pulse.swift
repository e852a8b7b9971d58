import Synchronization

/// The count of heartbeats of one task, shared by the task and its stages.
///
/// The reporter's thread compares the count with the last one that it saw.
final class Pulse: Sendable {
  let beats = Atomic<Int>(0)
}
