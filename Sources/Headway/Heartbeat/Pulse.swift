import Synchronization

/// Signs of life of one task and its stages.
final class Pulse: Sendable {
  let beats = Atomic<Int>(0)
}
