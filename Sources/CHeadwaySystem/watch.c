#define _GNU_SOURCE
#include "headway_watch.h"

#include <errno.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS_AT_ONCE = 64 };

int headway_inotify_make(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

int headway_inotify_watch_names(int descriptor, const char *path) {
  uint32_t mask = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF |
                  IN_MOVE_SELF | IN_ONLYDIR;
  return inotify_add_watch(descriptor, path, mask);
}

int headway_inotify_watch_file(int descriptor, const char *path) {
  return inotify_add_watch(descriptor, path, IN_MODIFY | IN_MOVE_SELF | IN_DELETE_SELF);
}

int headway_inotify_watch_writes(int descriptor, const char *path) {
  uint32_t mask = IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_ONLYDIR;
  return inotify_add_watch(descriptor, path, mask);
}

int headway_inotify_names(int descriptor, char *names, int *is_incomplete) {
  char buffer[HEADWAY_INOTIFY_BYTES] __attribute__((aligned(8)));
  ssize_t length = read(descriptor, buffer, sizeof(buffer));
  int used = 0;
  for (ssize_t offset = 0; offset + (ssize_t)sizeof(struct inotify_event) <= length;) {
    const struct inotify_event *event = (const struct inotify_event *)(buffer + offset);
    if (event->mask & IN_Q_OVERFLOW) *is_incomplete = 1;
    size_t size = event->len ? strnlen(event->name, event->len) + 1 : 0;
    // A name and its NUL are never longer than their event.
    if (size > 1) {
      memcpy(names + used, event->name, size);
      used += (int)size;
    }
    offset += (ssize_t)(sizeof(struct inotify_event) + event->len);
  }
  return length <= 0 ? -1 : used;
}

int headway_inotify_drain(int descriptor) {
  char buffer[4096] __attribute__((aligned(8)));
  int found = 0;
  while (read(descriptor, buffer, sizeof(buffer)) > 0) found = 1;
  return found;
}

int headway_epoll_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

int headway_epoll_add(int epoll, int descriptor, uint64_t token, int once) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = token};
  if (once) event.events |= EPOLLONESHOT;
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int headway_epoll_add_urgent(int epoll, int descriptor, uint64_t token) {
  struct epoll_event event = {.events = EPOLLPRI | EPOLLET, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int headway_epoll_remove(int epoll, int descriptor) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

int headway_epoll_wait(int epoll, uint64_t *tokens, int capacity) {
  struct epoll_event events[EVENTS_AT_ONCE];
  int room = capacity < EVENTS_AT_ONCE ? capacity : EVENTS_AT_ONCE;
  int count = epoll_wait(epoll, events, room, -1);
  if (count < 0) return errno == EINTR ? 0 : -1;
  for (int i = 0; i < count; i++) tokens[i] = events[i].data.u64;
  return count;
}

int headway_eventfd_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int headway_ticks_make(int milliseconds) {
  int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (descriptor < 0) return -1;
  struct timespec pause = {.tv_sec = milliseconds / 1000,
                           .tv_nsec = milliseconds % 1000 * INT64_C(1000000)};
  struct itimerspec ticks = {.it_interval = pause, .it_value = pause};
  if (timerfd_settime(descriptor, 0, &ticks, NULL) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int headway_clock_watch_make(void) {
  int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  if (descriptor < 0) return -1;
  if (headway_clock_watch_arm(descriptor) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int headway_clock_watch_arm(int descriptor) {
  // The timer must never expire by itself: 2^33 seconds after 1970 is beyond any clock's setting.
  struct itimerspec never = {.it_value.tv_sec = INT64_C(1) << 33};
  return timerfd_settime(
      descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL);
}

int headway_clock_watch_drain(int descriptor) {
  uint64_t expirations;
  // A timer that the kernel cancelled, because the clock was set, fails with ECANCELED.
  int was_set = read(descriptor, &expirations, sizeof(expirations)) < 0 && errno == ECANCELED;
  headway_clock_watch_arm(descriptor);
  return was_set;
}
