#ifndef HEADWAY_LIMITS_H
#define HEADWAY_LIMITS_H

#include <stdint.h>

// Resource limits (getrlimit(2)). The soft limit is in force. A process may raise its soft limit up
// to its hard limit.

/// The resources whose soft limits a Headway program raises, in the order in which limits are
/// stored. The limit on the stack is set last, because the code that sets it uses the stack.
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

/// The value that means no limit (RLIM_INFINITY).
static const uint64_t HEADWAY_UNLIMITED = UINT64_MAX;

/// Stores the soft limits of this process in `limits`, which has HEADWAY_LIMIT_COUNT elements.
void headway_limits_get(uint64_t *_Nonnull limits);

/// Stores the hard limits of this process in `limits`, which has HEADWAY_LIMIT_COUNT elements.
void headway_limits_get_hard(uint64_t *_Nonnull limits);

/// Sets the soft limits of this process, each at most to its hard limit. A limit that can't be set
/// stays as it is. Async-signal-safe.
void headway_limits_set(const uint64_t *_Nonnull limits);

/// All resources that getrlimit(2) knows, in the alphabetical order of their names.
enum { HEADWAY_RESOURCE_COUNT = 16 };

/// A limit on the resource with this index in the alphabetical order.
struct headway_limit {
  int index;
  uint64_t soft;
  uint64_t hard;
};

/// Reads the limit on the resource `limit->index` of this process. Returns 0, or an errno.
int headway_limit_get(struct headway_limit *_Nonnull limit);

/// Sets a limit of this process. If the hard limit may not be raised, it stays, and the soft limit
/// becomes at most the hard one. Returns 0, or the errno of the first try. Async-signal-safe.
int headway_limit_set(const struct headway_limit *_Nonnull limit);

/// Sets the stack size, in bytes, of threads that start from now on. Otherwise glibc uses the soft
/// limit on the stack from the start of the program.
void headway_limits_set_thread_stack(uint64_t bytes);

#endif
