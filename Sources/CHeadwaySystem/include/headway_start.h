#ifndef HEADWAY_START_H
#define HEADWAY_START_H

#include <stdint.h>

/// Starts `path` as headway_daemon_spawn does, with `lock` kept for it, and leaves a small process
/// as its parent until the daemon listens. That process appends one line to `outcome` if the daemon
/// dies before: `died STATUS TIME`, with the status of waitpid(2) and nanoseconds of
/// CLOCK_BOOTTIME. A daemon that listens says so by writing to the same file. The process holds a
/// copy of `lock` until it leaves, so that whoever has the lock next finds the line written.
/// Returns 0, or the errno of fork.
int headway_start_watched(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                          char *_Nullable const *_Nonnull environment, int lock,
                          const uint64_t *_Nullable soft_limits, int outcome);

#endif
