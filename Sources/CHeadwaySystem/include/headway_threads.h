#ifndef HEADWAY_THREADS_H
#define HEADWAY_THREADS_H

#include <stdint.h>

// Counting without a lock: the number of the counting thread, and a memory fence whose cost only
// the reader of the counts pays.

/// Returns a number of the calling thread, never 0. No two living threads have the same number.
static inline uintptr_t headway_thread_number(void) {
  return (uintptr_t)__builtin_thread_pointer();
}

/// Keeps the compiler from moving memory accesses across the call. The processor may still do so.
static inline void headway_compiler_fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// Prepares this process for `headway_fence_all_threads`. Returns 0, or an errno.
int headway_fence_prepare(void);

/// Executes a full memory fence on every thread of this process (membarrier(2)). Returns 0, or an
/// errno.
int headway_fence_all_threads(void);

#endif
