#ifndef HEADWAY_WATCH_H
#define HEADWAY_WATCH_H

#include <stdint.h>
#include <sys/types.h>

// Changes that the kernel reports, so that nobody has to poll: directories (inotify(7)), the wall
// clock (timerfd_create(2)), and one call that waits for many descriptors (epoll(7)). Glibc's Swift
// module imports none of these. Every function returns -1 with errno set on failure. Every
// descriptor is close-on-exec.

/// Makes a non-blocking inotify instance.
int headway_inotify_make(void);

/// Watches the directory `path` for names that appear, vanish or are renamed. Returns the number of
/// the watch.
int headway_inotify_watch_names(int descriptor, const char *_Nonnull path);

/// Watches the directory `path` for files in it that appear or are written. Returns the number of
/// the watch.
int headway_inotify_watch_writes(int descriptor, const char *_Nonnull path);

/// The number of bytes that `headway_inotify_names` reads at once.
enum { HEADWAY_INOTIFY_BYTES = 4096 };

/// Reads pending events, and writes their names into `names`, each with a NUL behind it. `names` has
/// room for HEADWAY_INOTIFY_BYTES. Sets `is_incomplete` to 1 if the kernel has dropped events.
/// Returns the number of bytes written, and -1 once no event is pending.
int headway_inotify_names(int descriptor, char *_Nonnull names, int *_Nonnull is_incomplete);

/// Watches the file `path` for writes, and for its removal or renaming. Returns the number of the
/// watch.
int headway_inotify_watch_file(int descriptor, const char *_Nonnull path);

/// Reads and discards the pending events. Returns 0 if there were none.
int headway_inotify_drain(int descriptor);

/// Makes an epoll instance.
int headway_epoll_make(void);

/// Watches `descriptor` for input under `token`. Each new input is reported once (EPOLLET); if
/// `once` isn't 0, only the first is (EPOLLONESHOT).
int headway_epoll_add(int epoll, int descriptor, uint64_t token, int once);

/// Watches `descriptor` for exceptional conditions (EPOLLPRI), each reported once.
int headway_epoll_add_urgent(int epoll, int descriptor, uint64_t token);

/// Ends the watch on `descriptor`.
int headway_epoll_remove(int epoll, int descriptor);

/// Waits for events without a time limit, and stores their tokens. Returns how many there are; an
/// interrupted wait (EINTR) has none.
int headway_epoll_wait(int epoll, uint64_t *_Nonnull tokens, int capacity);

/// Makes a non-blocking eventfd, by which another thread ends a wait (eventfd(2)).
int headway_eventfd_make(void);

/// Makes a non-blocking timer that is readable every `milliseconds`, until it is drained
/// (timerfd_create(2)). `headway_inotify_drain` drains it.
int headway_ticks_make(int milliseconds);

/// Makes a non-blocking timer that is readable after the wall clock was set or the machine has
/// slept (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
int headway_clock_watch_make(void);

/// Arms the timer for its next report.
int headway_clock_watch_arm(int descriptor);

/// Reads the timer and arms it again. Returns 0 if the clock wasn't set.
int headway_clock_watch_drain(int descriptor);

#endif
