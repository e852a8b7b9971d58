#define _GNU_SOURCE
#include "headway_daemon.h"
#include "headway_limits.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEPT_DESCRIPTOR = 3 };

// Restores the default disposition of every signal, and blocks none.
static void reset_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Opens the null streams and puts `kept` in its place; closes everything else.
//
// Both descriptors are moved above 3 first. Otherwise open(2) might return one of the numbers 0 to
// 3, which is then overwritten.
static int reset_descriptors(int kept) {
  int low = open("/dev/null", O_RDWR);
  int null = low < 0 ? -1 : fcntl(low, F_DUPFD, KEPT_DESCRIPTOR + 1);
  if (null < 0) return -1;
  if (kept >= 0 && (kept = fcntl(kept, F_DUPFD, KEPT_DESCRIPTOR + 1)) < 0) return -1;
  for (int stream = 0; stream < 3; stream++) {
    if (dup2(null, stream) < 0) return -1;
  }
  if (kept >= 0 && dup2(kept, KEPT_DESCRIPTOR) < 0) return -1;
  return close_range(kept >= 0 ? KEPT_DESCRIPTOR + 1 : KEPT_DESCRIPTOR, ~0U, 0);
}

// Turns this process, a grandchild, into the daemon's program. Status 127 means that it failed.
static _Noreturn void become(const char *path, char *const *arguments, char *const *environment,
                             int kept, const uint64_t *soft_limits) {
  umask(022);
  if (reset_descriptors(kept) < 0) _exit(127);
  if (soft_limits) headway_limits_set(soft_limits);
  if (chdir("/") == 0) execve(path, arguments, environment);
  _exit(127);
}

// All signals are blocked around fork(2): a handler of this program must not run in the child. The
// child exits at once, so that the grandchild is adopted by init or a subreaper.
int headway_daemon_spawn(const char *path, char *const *arguments, char *const *environment,
                         int kept, const uint64_t *soft_limits) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t first = fork();
  int error = errno;
  if (first == 0) {
    setsid();
    reset_signals();
    if (fork() == 0) become(path, arguments, environment, kept, soft_limits);
    _exit(0);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (first < 0) return error;
  while (waitpid(first, NULL, 0) < 0 && errno == EINTR) {
  }
  return 0;
}

int headway_log_reserve(int descriptor, off_t end, off_t length) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, end, length);
}
