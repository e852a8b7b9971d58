#ifndef HEADWAY_THREADS_H
#define HEADWAY_THREADS_H

#include <stdint.h>

// What counting without a lock needs: who counts, and a fence that only the reader pays for.

/// The calling thread's own number: no two living threads have the same, and none has 0.
static inline uintptr_t headway_thread_number(void) {
  return (uintptr_t)__builtin_thread_pointer();
}

/// Keeps the compiler from moving memory accesses past it; the processor isn't told.
static inline void headway_compiler_fence(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

/// Prepares this process for `headway_fence_all_threads`. Returns 0, or an errno.
int headway_fence_prepare(void);

/// A full memory fence on every thread of this process (membarrier(2)). Returns 0, or an errno.
int headway_fence_all_threads(void);

#endif
