#ifndef HEADWAY_DAEMON_H
#define HEADWAY_DAEMON_H

#include <stdint.h>
#include <sys/types.h>

// Starts processes that keep nothing of the process that started them (daemon(7)). posix_spawn(3)
// can't fork twice. Swift must not fork itself: between fork and exec only async-signal-safe calls
// may run (signal-safety(7)).

/// Starts `path` as a daemon that isn't a child of this process.
///
/// The daemon has its own session, the working directory `/`, null standard streams and the umask
/// 022. No signal is blocked and all dispositions are the default. All descriptors are closed
/// except `kept`, which becomes descriptor 3 (-1 for none). The soft limits are `soft_limits`, in
/// the form that headway_limits_set takes, or those of this process if `soft_limits` is NULL.
///
/// Returns 0, or the errno of fork(2). A failed exec isn't reported: the daemon never appears.
int headway_daemon_spawn(const char *_Nonnull path, char *_Nullable const *_Nonnull arguments,
                         char *_Nullable const *_Nonnull environment, int kept,
                         const uint64_t *_Nullable soft_limits);

/// Reserves disk space behind the end of a log, without changing the log's size (fallocate(2)).
/// Returns 0, or -1 with errno.
int headway_log_reserve(int descriptor, off_t end, off_t length);

#endif
