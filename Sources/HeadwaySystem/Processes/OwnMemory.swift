internal import CHeadwaySystem

/// The heap of this process.
package enum OwnMemory {
  /// Limits the free memory that each arena keeps at its end. Call it at the start of a process.
  package static func keep(atMost bytes: CInt) { headway_memory_keep_at_most(bytes) }

  /// Returns free pages to the system (malloc_trim(3)). The call takes milliseconds for a large
  /// heap. Any thread may call it.
  package static func trim() { headway_memory_trim() }
}
