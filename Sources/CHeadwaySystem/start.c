#define _GNU_SOURCE
#include "headway_start.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "headway_daemon.h"

// SIGCHLD needs a handler, however empty, to interrupt ppoll(2).
static void do_nothing(int number) { (void)number; }

/// Restores the default dispositions. Only SIGCHLD stays blocked, and ppoll(2) lets it in.
static void prepare_signals(sigset_t *open_mask) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  // A limit on file sizes must not kill this process when it writes its one line.
  signal(SIGXFSZ, SIG_IGN);
  struct sigaction action = {.sa_handler = do_nothing};
  sigaction(SIGCHLD, &action, NULL);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  sigemptyset(open_mask);
}

// The numbers of the two files in the process that waits. The daemon expects the lock under 3 too.
enum { LOCK = 3, OUTCOME = 4, FREE = 5 };

/// Closes everything except the two files. A copy of the starter's output would keep its reader
/// waiting.
static void prepare_descriptors(int lock, int outcome) {
  int lock_copy = fcntl(lock, F_DUPFD, FREE), outcome_copy = fcntl(outcome, F_DUPFD, FREE);
  if (lock_copy < 0 || outcome_copy < 0) _exit(127);
  if (dup2(lock_copy, LOCK) < 0 || dup2(outcome_copy, OUTCOME) < 0) _exit(127);
  close_range(0, 2, 0);
  close_range(FREE, ~0U, 0);
  for (int stream = 0; stream < 3; stream++)
    if (open("/dev/null", O_RDWR) < 0) _exit(127);
  if (chdir("/") != 0) _exit(127);
}

/// Whether the wait is over: the daemon has written its line, or the file has lost its name.
static int is_settled(int outcome, off_t size) {
  struct stat status;
  return fstat(outcome, &status) != 0 || status.st_size != size || status.st_nlink == 0;
}

/// Appends the line that reports the daemon's death.
static void append_death(int outcome, int status) {
  struct timespec now;
  char line[80];
  clock_gettime(CLOCK_BOOTTIME, &now);
  long long time = (long long)now.tv_sec * 1000000000 + now.tv_nsec;
  int count = snprintf(line, sizeof line, "died %d %lld\n", status, time);
  ssize_t written = write(outcome, line, (size_t)count);
  (void)written;
}

/// Watches the file for writes and for its removal. Returns -1 if inotify isn't available.
static int watch_file(int file) {
  char path[40];
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch < 0) return -1;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (inotify_add_watch(watch, path, IN_MODIFY | IN_ATTRIB) >= 0) return watch;
  close(watch);
  return -1;
}

/// Waits until the daemon has written its line or has died.
static _Noreturn void await(int outcome, off_t size, const sigset_t *open_mask) {
  int watch = watch_file(outcome);
  // Without inotify the file is polled while the daemon starts.
  struct timespec pause = {.tv_nsec = 100000000};
  while (!is_settled(outcome, size)) {
    int status;
    pid_t ended = waitpid(-1, &status, WNOHANG);
    if (ended > 0) append_death(outcome, status);
    if (ended > 0 || (ended < 0 && errno == ECHILD)) break;
    struct pollfd entry = {.fd = watch, .events = POLLIN};
    char events[1024];
    if (ppoll(&entry, 1, watch < 0 ? &pause : NULL, open_mask) > 0)
      while (read(watch, events, sizeof events) > 0) {
      }
  }
  _exit(0);
}

/// Starts the daemon and waits for it, in a process of its own.
static _Noreturn void watch(const char *path, char *const *arguments, char *const *environment,
                            int lock, const uint64_t *soft_limits, int outcome) {
  sigset_t open_mask;
  struct stat status;
  prepare_signals(&open_mask);
  prepare_descriptors(lock, outcome);
  prctl(PR_SET_NAME, "headway-start");
  // The daemon is a grandchild whose parent exits at once, so this process has to adopt it.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  off_t size = fstat(OUTCOME, &status) == 0 ? status.st_size : 0;
  if (headway_daemon_spawn(path, arguments, environment, LOCK, soft_limits) != 0) {
    append_death(OUTCOME, 127 << 8);
    _exit(0);
  }
  await(OUTCOME, size, &open_mask);
}

int headway_start_watched(const char *path, char *const *arguments, char *const *environment,
                          int lock, const uint64_t *soft_limits, int outcome) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t first = fork();
  int error = errno;
  if (first == 0) {
    setsid();
    if (fork() == 0) watch(path, arguments, environment, lock, soft_limits, outcome);
    _exit(0);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (first < 0) return error;
  while (waitpid(first, NULL, 0) < 0 && errno == EINTR) {
  }
  return 0;
}
