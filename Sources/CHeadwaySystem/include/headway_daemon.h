#ifndef HEADWAY_DAEMON_H
#define HEADWAY_DAEMON_H

#include <stdint.h>
#include <sys/types.h>

// Starting a process that keeps nothing of who started it (daemon(7)). posix_spawn can't fork
// twice, and fork isn't for Swift: between fork and exec only async-signal-safe calls may run.

/// Starts `path` as nobody's child: own session, cwd `/`, null standard streams, umask 022, no
/// signal blocked, all dispositions default, no descriptor but `kept`, which becomes descriptor 3
/// (-1 for none). The daemon's soft limits are `soft_limits`, as headway_limits_set takes them, or
/// those of this process where that is NULL. Returns 0, or the errno of fork; a failing exec shows only as absence.
int headway_daemon_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                         char *_Nullable const *_Nonnull environment, int kept,
                         const uint64_t *_Nullable soft_limits);

/// Reserves room on the disk for a log, beyond its end; its size stays (fallocate(2)). Returns 0, or
/// -1 with errno.
int headway_log_reserve(int descriptor, off_t end, off_t length);

#endif
