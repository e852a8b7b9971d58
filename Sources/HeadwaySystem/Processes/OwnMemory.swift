internal import CHeadwaySystem

/// This process's heap.
package enum OwnMemory {
  /// Lets no arena keep more than `bytes` at its end. For the start of a process.
  package static func keep(atMost bytes: CInt) { headway_memory_keep_at_most(bytes) }

  /// Gives free pages back to the system (malloc_trim(3)). Takes milliseconds where the heap is
  /// large; from any thread.
  package static func trim() { headway_memory_trim() }
}
