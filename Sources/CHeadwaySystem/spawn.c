#define _GNU_SOURCE
#include "headway_limits.h"
#include "headway_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

// The child shares the memory of this process until it executes its program (vfork(2)). So the
// child only makes system calls, and no signal handler may run in it.

// Opens `path` as the descriptor `target`.
static int open_as(int target, const char *path) {
  int descriptor = open(path, O_RDWR);
  if (descriptor < 0 || descriptor == target) return descriptor;
  int result = dup2(descriptor, target);
  close(descriptor);
  return result;
}

// Duplicates a descriptor, or lets it be inherited if the two numbers are equal.
static int duplicate(const struct headway_duplicate *pair) {
  if (pair->source != pair->target) return dup2(pair->source, pair->target);
  int flags = fcntl(pair->source, F_GETFD);
  return flags < 0 ? -1 : fcntl(pair->source, F_SETFD, flags & ~FD_CLOEXEC);
}

// Arranges the child's descriptors, in the order that headway_spawn_request describes.
static int set_streams(const struct headway_spawn_request *request) {
  for (int stream = 0; request->null_streams && stream < 3; stream++) {
    if (open_as(stream, "/dev/null") < 0) return -1;
  }
  if (request->terminal_path && open_as(request->terminal_descriptor, request->terminal_path) < 0) {
    return -1;
  }
  if (request->foreground_terminal >= 0 &&
      tcsetpgrp(request->foreground_terminal, getpgrp()) < 0) {
    return -1;
  }
  for (size_t i = 0; i < request->duplicate_count; i++) {
    if (duplicate(&request->duplicates[i]) < 0) return -1;
  }
  if (!request->null_streams) return 0;
  return close_range(3 + (unsigned)request->duplicate_count, ~0U, 0);
}

// Gives handled signals their default disposition, as execve(2) does. A handler would run in the
// memory of the parent.
static void reset_signals(const struct headway_spawn_request *request) {
  struct sigaction action, reset = {.sa_handler = SIG_DFL};
  for (int signal = 1; signal < NSIG; signal++) {
    if (sigismember(&request->defaults, signal) != 1) {
      if (sigaction(signal, NULL, &action) < 0 || action.sa_handler == SIG_DFL ||
          action.sa_handler == SIG_IGN) {
        continue;
      }
    }
    sigaction(signal, &reset, NULL);
  }
}

// Lets the kernel end the child with its parent. The parent may have been killed before: then the
// child has another parent by now.
static int end_with(pid_t parent) {
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0) return -1;
  if (getppid() != parent) raise(SIGKILL);
  return 0;
}

// Turns the child into the requested program. Returns an errno; doesn't return if the program was
// executed.
static int become(const struct headway_spawn_request *request, pid_t parent) {
  reset_signals(request);
  if (request->ends_with_parent && end_with(parent) < 0) return errno;
  if (request->starts_session && setsid() < 0) return errno;
  if (request->starts_group && setpgid(0, 0) < 0) return errno;
  if (set_streams(request) < 0) return errno;
  sigprocmask(SIG_SETMASK, &request->mask, NULL);
  if (request->soft_limits) headway_limits_set(request->soft_limits);
  for (size_t i = 0; i < request->limit_count; i++) headway_limit_set(&request->limits[i]);
  if (request->sets_niceness) setpriority(PRIO_PROCESS, 0, request->niceness);
  execvpe(request->path, request->arguments, request->environment);
  return errno;
}

// Touches the stack that the child needs, before its limit is set: afterwards the stack couldn't
// grow.
static void grow_stack(void) {
  volatile char room[1 << 14];
  for (size_t i = 0; i < sizeof room; i += 1 << 12) room[i] = 0;
}

// The parent is suspended until the child executes or exits (vfork(2)), so `error` needs no lock.
// It is volatile because the compiler doesn't know that the child stores to it.
int headway_spawn(const struct headway_spawn_request *request, pid_t *child) {
  volatile int error = 0;
  sigset_t all, before;
  pid_t parent = getpid();
  sigfillset(&all);
  grow_stack();
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = vfork();
  if (process == 0) {
    error = become(request, parent);
    _exit(127);
  }
  if (process < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (process > 0 && error) {
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  if (!error) *child = process;
  return error;
}
