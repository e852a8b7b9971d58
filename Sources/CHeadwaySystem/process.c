#define _GNU_SOURCE
#include "headway_process.h"

#include <malloc.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int headway_wait_any(enum headway_child_change *change, pid_t *child, int *value) {
  siginfo_t info = {0};
  *change = HEADWAY_CHILD_NONE;
  while (waitid(P_ALL, 0, &info, WEXITED | WSTOPPED | WCONTINUED | WNOHANG) < 0) {
    if (errno != EINTR) return errno;
  }
  if (info.si_pid == 0) return 0;
  *child = info.si_pid;
  *value = info.si_status;
  switch (info.si_code) {
    case CLD_EXITED: *change = HEADWAY_CHILD_EXITED; break;
    case CLD_KILLED:
    case CLD_DUMPED: *change = HEADWAY_CHILD_KILLED; break;
    case CLD_STOPPED:
    case CLD_TRAPPED: *change = HEADWAY_CHILD_STOPPED; break;
    case CLD_CONTINUED: *change = HEADWAY_CHILD_CONTINUED; break;
  }
  return 0;
}

pid_t headway_fork(void) { return fork(); }

// Returns the end of the words that follow one another in memory. Modified vectors may point
// elsewhere.
static char *end_of_arguments(char **arguments) {
  char *end = arguments[0];
  for (char **word = arguments; *word == end; word++) end += strlen(*word) + 1;
  return end;
}

void headway_rename(char **arguments, const char *name, const char *line, size_t length) {
  prctl(PR_SET_NAME, name, 0L, 0L, 0L);
  if (!arguments[0]) return;
  // The room is measured in the first call, while the words are in place. The last byte stays null,
  // because the environment follows it (proc(5), `cmdline`).
  static size_t room = 0;
  if (!room) room = (size_t)(end_of_arguments(arguments) - arguments[0]) - 1;
  size_t written = length < room ? length : room;
  memcpy(arguments[0], line, written);
  memset(arguments[0] + written, 0, room - written);
}

int headway_control_terminal(int terminal) {
  return ioctl(terminal, TIOCSCTTY, 0) < 0 ? errno : 0;
}

void headway_give_up_terminal(int terminal) { ioctl(terminal, TIOCNOTTY); }

int headway_environment_set(char *const *entries) {
  size_t count = 0;
  while (entries[count]) count++;
  char **copies = calloc(count + 1, sizeof *copies);
  if (!copies) return ENOMEM;
  for (size_t i = 0; i < count; i++) {
    copies[i] = strdup(entries[i]);
    if (!copies[i]) {
      while (i > 0) free(copies[--i]);
      free(copies);
      return ENOMEM;
    }
  }
  // The old vector isn't freed: getenv(3) has returned pointers into it.
  environ = copies;
  return 0;
}

char **headway_environment(void) { return environ; }

bool headway_is_subreaper(void) {
  int is_on = 0;
  return prctl(PR_GET_CHILD_SUBREAPER, &is_on, 0L, 0L, 0L) == 0 && is_on;
}

void headway_set_subreaper(bool is_on) { prctl(PR_SET_CHILD_SUBREAPER, (long)is_on, 0L, 0L, 0L); }

int headway_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L); }

int headway_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int headway_pidfd_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int headway_io_priority(pid_t thread) {
  return (int)syscall(SYS_ioprio_get, HEADWAY_IOPRIO_WHO_PROCESS, thread);
}

int headway_io_priority_set(pid_t thread, int priority) {
  return (int)syscall(SYS_ioprio_set, HEADWAY_IOPRIO_WHO_PROCESS, thread, priority);
}

int headway_open_path(const char *path) { return open(path, O_PATH | O_CLOEXEC); }

int headway_memory_file(void) { return memfd_create("headway", MFD_CLOEXEC); }

int headway_close_range(unsigned first, unsigned last) { return close_range(first, last, 0); }

int headway_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int headway_pipe_resize(int descriptor, int bytes) {
  return fcntl(descriptor, F_SETPIPE_SZ, bytes);
}

int headway_open_nameless(const char *directory) {
  int descriptor = open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  // File systems without O_TMPFILE fail with EOPNOTSUPP, old kernels with EISDIR (open(2)).
  if (descriptor >= 0 || (errno != EOPNOTSUPP && errno != EISDIR)) return descriptor;
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/.headway-XXXXXX", directory) >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  descriptor = mkostemp(path, O_CLOEXEC);
  if (descriptor >= 0) unlink(path);
  return descriptor;
}

void headway_memory_keep_at_most(int bytes) {
  mallopt(M_TRIM_THRESHOLD, bytes);
  mallopt(M_MMAP_THRESHOLD, bytes);
}

void headway_memory_trim(void) { malloc_trim(0); }

int headway_message_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

// Limits the time that reads and writes of a socket block.
static int limit_waits(int descriptor, int milliseconds) {
  struct timeval limit = {milliseconds / 1000, milliseconds % 1000 * 1000};
  int error = setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  return error ? error : setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

int headway_stream_pair(int ends[2], int milliseconds) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
  if (limit_waits(ends[0], milliseconds) == 0) return 0;
  int error = errno;
  close(ends[0]);
  close(ends[1]);
  errno = error;
  return -1;
}

ssize_t headway_send(int descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t headway_receive(int descriptor, void *bytes, size_t count) {
  return recv(descriptor, bytes, count, MSG_DONTWAIT);
}
