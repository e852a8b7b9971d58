#define _GNU_SOURCE
#include "headway_signal.h"

#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

int headway_signal_descriptor(const sigset_t *signals) {
  return signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

int headway_signal_next(int descriptor, int *code, pid_t *sender) {
  struct signalfd_siginfo info;
  if (read(descriptor, &info, sizeof info) != sizeof info) return 0;
  *code = info.ssi_code;
  *sender = (pid_t)info.ssi_pid;
  return (int)info.ssi_signo;
}

int headway_signal_on_input(int descriptor, int signal) {
  if (fcntl(descriptor, F_SETOWN, getpid()) < 0) return -1;
  if (fcntl(descriptor, F_SETSIG, signal) < 0) return -1;
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_ASYNC);
}

int headway_signal_off(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags & ~O_ASYNC);
}

// Gives a signal its default disposition and saves the one before.
static void with_default(int signal, struct sigaction *saved) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigaction(signal, &action, saved);
}

// Whether `descriptor` has input now.
static int has_input(int descriptor) {
  struct pollfd entry = {.fd = descriptor, .events = POLLIN};
  return descriptor >= 0 && poll(&entry, 1, 0) > 0;
}

int headway_signal_stop_self(int signal, int descriptor) {
  struct sigaction saved, ignored = {.sa_handler = SIG_IGN};
  sigset_t only, before, pending;
  with_default(signal, &saved);
  sigemptyset(&only);
  sigaddset(&only, signal);
  // A stop signal that is generated discards a pending SIGCONT (signal(7)). So input is checked
  // after the raise. Later input sends a SIGCONT that in turn discards the pending stop.
  raise(signal);
  if (has_input(descriptor)) {
    // Ignoring a signal discards it while it is pending.
    sigaction(signal, &ignored, NULL);
    sigaction(signal, &saved, NULL);
    return HEADWAY_STOP_FORESTALLED;
  }
  // The process stops here, and goes on here once it is continued.
  sigprocmask(SIG_UNBLOCK, &only, &before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  sigaction(signal, &saved, NULL);
  // The caller blocks SIGCONT. So the signal is still pending if it has continued the process.
  sigpending(&pending);
  return sigismember(&pending, SIGCONT) ? HEADWAY_STOP_CONTINUED : HEADWAY_STOP_REFUSED;
}

bool headway_signal_is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void headway_signal_die(int signal) {
  struct rlimit none = {0, 0};
  sigset_t only;
  setrlimit(RLIMIT_CORE, &none);
  with_default(signal, NULL);
  sigemptyset(&only);
  sigaddset(&only, signal);
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  _exit(128 + signal);
}
