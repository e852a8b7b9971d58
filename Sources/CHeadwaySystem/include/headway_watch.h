#ifndef HEADWAY_WATCH_H
#define HEADWAY_WATCH_H

#include <stdint.h>
#include <sys/types.h>

// What the kernel tells without polling: directories (inotify(7)), and one place to wait for
// descriptors (epoll(7)). Glibc's Swift module imports none of these. Every
// function returns -1 with errno set on failure; every descriptor is close-on-exec.

/// A non-blocking inotify instance.
int headway_inotify_make(void);

/// Watches the directory `path` for names that appear, vanish or are renamed; the watch number.
int headway_inotify_watch_names(int descriptor, const char *_Nonnull path);

/// Watches the file `path` for what is written to it, and for another name; the watch number.
int headway_inotify_watch_file(int descriptor, const char *_Nonnull path);

/// Reads and forgets what is pending; 0 when nothing was.
int headway_inotify_drain(int descriptor);

int headway_epoll_make(void);

/// Adds `descriptor` for input under `token`: told whenever more has come (EPOLLET), or only once
/// (EPOLLONESHOT) if `once` isn't 0.
int headway_epoll_add(int epoll, int descriptor, uint64_t token, int once);

/// Adds `descriptor` for what is out of the ordinary (EPOLLPRI): told whenever that happens.
int headway_epoll_add_urgent(int epoll, int descriptor, uint64_t token);

int headway_epoll_remove(int epoll, int descriptor);

/// Waits for events, without end; fills `tokens` and returns how many, at least 0 (EINTR counts
/// as none).
int headway_epoll_wait(int epoll, uint64_t *_Nonnull tokens, int capacity);

/// An eventfd, to wake the waiter.
int headway_eventfd_make(void);

/// A non-blocking timer that is readable once the wall clock was set, or the machine has slept
/// (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
int headway_clock_watch_make(void);

/// Lets it tell again.
int headway_clock_watch_arm(int descriptor);

/// Lets it tell again; 0 when the clock wasn't set.
int headway_clock_watch_drain(int descriptor);

#endif
