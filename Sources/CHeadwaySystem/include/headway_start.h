#ifndef HEADWAY_START_H
#define HEADWAY_START_H

#include <stdint.h>

/// Starts `path` as headway_daemon_spawn does, with `lock` kept for it, and watches until the
/// daemon listens. Returns 0, or the errno of fork(2).
///
/// A small process stays as the daemon's parent. If the daemon dies, that process appends one line
/// to `outcome`: `died STATUS TIME`, with the status of waitpid(2) and the nanoseconds of
/// CLOCK_BOOTTIME. A daemon that listens writes to the same file, which ends the watch. The process
/// holds a copy of `lock` until it exits, so that the next holder of the lock finds the line
/// written.
int headway_start_watched(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                          char *_Nullable const *_Nonnull environment, int lock,
                          const uint64_t *_Nullable soft_limits, int outcome);

#endif
