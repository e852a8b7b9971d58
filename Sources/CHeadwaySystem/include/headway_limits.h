#ifndef HEADWAY_LIMITS_H
#define HEADWAY_LIMITS_H

#include <stdint.h>

// Resource limits (getrlimit(2)). A soft limit acts; a process may raise it up to its hard limit.

/// The resources whose soft limit a Headway program raises for itself, in the order in which limits
/// are stored. The limit on the stack is the last one that is set: the code that sets it has a stack.
enum {
  HEADWAY_LIMIT_ADDRESS_SPACE,
  HEADWAY_LIMIT_CPU_TIME,
  HEADWAY_LIMIT_DATA,
  HEADWAY_LIMIT_FILE_SIZE,
  HEADWAY_LIMIT_DESCRIPTORS,
  HEADWAY_LIMIT_PROCESSES,
  HEADWAY_LIMIT_STACK,
  HEADWAY_LIMIT_COUNT,
};

/// The value of a limit that limits nothing (RLIM_INFINITY).
static const uint64_t HEADWAY_UNLIMITED = UINT64_MAX;

/// Stores the soft limits of this process in `limits`, which has HEADWAY_LIMIT_COUNT elements.
void headway_limits_get(uint64_t *_Nonnull limits);

/// Stores the hard limits of this process in `limits`, which has HEADWAY_LIMIT_COUNT elements.
void headway_limits_get_hard(uint64_t *_Nonnull limits);

/// Sets the soft limits of this process, each at most to its hard limit. Async-signal-safe.
void headway_limits_set(const uint64_t *_Nonnull limits);

/// Lets threads that are started from now on have a stack of `bytes`. Without this call glibc takes
/// the soft limit of the stack at the start of the program.
void headway_limits_set_thread_stack(uint64_t bytes);

#endif
