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

static void reset_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void reset_descriptors(int kept) {
  int null = open("/dev/null", O_RDWR);
  if (null < 0) _exit(127);
  if (kept >= 0 && kept != KEPT_DESCRIPTOR) dup2(kept, KEPT_DESCRIPTOR);
  if (kept >= 0) fcntl(KEPT_DESCRIPTOR, F_SETFD, 0);
  for (int stream = 0; stream < 3; stream++) dup2(null, stream);
  close_range(kept >= 0 ? KEPT_DESCRIPTOR + 1 : KEPT_DESCRIPTOR, ~0U, 0);
}

static _Noreturn void become(const char *path, char *const *arguments, char *const *environment,
                             int kept, const uint64_t *soft_limits) {
  umask(022);
  reset_descriptors(kept);
  if (soft_limits) headway_limits_set(soft_limits);
  if (chdir("/") == 0) execve(path, arguments, environment);
  _exit(127);
}

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
