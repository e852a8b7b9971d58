#ifndef HEADWAY_PROCESS_H
#define HEADWAY_PROCESS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// One descriptor of the child: `source` of the parent becomes `target`. Equal numbers clear
/// close-on-exec.
struct headway_duplicate {
  int source;
  int target;
};

/// A child to start; descriptors and process groups of -1 mean none.
struct headway_spawn_request {
  /// Searched in PATH unless it holds a slash.
  const char *_Nonnull path;
  char *_Nullable const *_Nonnull arguments;
  char *_Nullable const *_Nonnull environment;
  /// The child's signal mask.
  sigset_t mask;
  /// Signals that become SIG_DFL although the parent ignores them.
  sigset_t defaults;
  int starts_session;
  int starts_group;
  /// Standard streams are null(4), and nothing above them is inherited but the duplicates: then their
  /// targets are 3, 4 and so on.
  int null_streams;
  /// The terminal whose foreground group the child's own group becomes.
  int foreground_terminal;
  /// Opened before any other descriptor is set up: with a new session, the controlling terminal.
  const char *_Nullable terminal_path;
  int terminal_descriptor;
  const struct headway_duplicate *_Nullable duplicates;
  size_t duplicate_count;
  /// The child's soft limits, as headway_limits_set takes them. NULL: the child inherits this
  /// process's.
  const uint64_t *_Nullable soft_limits;
};

/// Starts a child as posix_spawnp(3) does: 0 and the child, or an errno. posix_spawn itself can't give
/// the child resource limits of its own. A file without a magic number is a shell script (execvp(3)).
int headway_spawn(const struct headway_spawn_request *_Nonnull request, pid_t *_Nonnull child);

enum headway_child_change {
  HEADWAY_CHILD_NONE,
  HEADWAY_CHILD_EXITED,
  HEADWAY_CHILD_KILLED,
  HEADWAY_CHILD_STOPPED,
  HEADWAY_CHILD_CONTINUED,
};

/// waitid(2) for any child without waiting: 0, or an errno (ECHILD: no child is left).
/// `value` is the exit code or the signal.
int headway_wait_any(
    enum headway_child_change *_Nonnull change, pid_t *_Nonnull child, int *_Nonnull value);

/// fork(2).
pid_t headway_fork(void);

/// The process's name (PR_SET_NAME, prctl(2)) and its command line in proc(5), of which `arguments`,
/// the vector it was started with, is the place: `line` takes that, as far as it fits, and nothing
/// else is left there.
void headway_rename(
    char *_Nullable *_Nonnull arguments, const char *_Nonnull name, const char *_Nonnull line,
    size_t length);

/// TIOCSCTTY (tty_ioctl(4)): 0, or an errno.
int headway_control_terminal(int terminal);

/// environ(7) becomes a copy of `entries`: 0, or an errno.
int headway_environment_set(char *_Nullable const *_Nonnull entries);

/// environ(7).
char *_Nullable *_Nullable headway_environment(void);

/// PR_SET_CHILD_SUBREAPER (prctl(2)).
int headway_become_subreaper(void);

enum { HEADWAY_IOPRIO_WHO_PROCESS = 1 };

/// The I/O priority of one thread: its class from bit 13 on, the level below (ioprio_get(2)); -1 on
/// errors.
int headway_io_priority(pid_t thread);

int headway_io_priority_set(pid_t thread, int priority);

/// pidfd_open(2), close-on-exec.
int headway_pidfd_open(pid_t pid);
/// pidfd_send_signal(2).
int headway_pidfd_signal(int pidfd, int signal);

/// How a process that isn't a child left, as wait(2) would say (PIDFD_GET_INFO, Linux 6.15): 1, or 0
/// where it lives, isn't reaped or the kernel doesn't tell.
int headway_pidfd_exit(int pidfd, int *_Nonnull status);

/// open(2) with O_PATH, close-on-exec: a descriptor that can neither be read nor written.
int headway_open_path(const char *_Nonnull path);

/// A file in memory for reading and writing (memfd_create(2)), close-on-exec; -1 on errors.
int headway_memory_file(void);

/// A file in `directory` that has no name, for writing (O_TMPFILE, open(2)), or where the file system knows
/// none, one that had a name for a moment; -1 on errors.
int headway_open_nameless(const char *_Nonnull directory);

/// close_range(2) of `first` to `last`.
int headway_close_range(unsigned first, unsigned last);

/// pipe2(2), close-on-exec: read end, write end.
int headway_pipe(int ends[_Nonnull 2]);
/// F_SETPIPE_SZ (fcntl(2)).
int headway_pipe_resize(int descriptor, int bytes);

/// mallopt(3), M_TRIM_THRESHOLD and M_MMAP_THRESHOLD: without them glibc raises both after a large
/// block was freed, and keeps twice its size at the end of every arena.
void headway_memory_keep_at_most(int bytes);
/// malloc_trim(3): free pages go back to the system.
void headway_memory_trim(void);

/// socketpair(2) that keeps message boundaries, close-on-exec.
int headway_message_pair(int ends[_Nonnull 2]);
/// socketpair(2) of a stream, close-on-exec; at the first end nothing waits longer than `milliseconds`.
int headway_stream_pair(int ends[_Nonnull 2], int milliseconds);
/// send(2) that neither blocks nor raises SIGPIPE.
ssize_t headway_send(int descriptor, const void *_Nonnull bytes, size_t count);
/// recv(2) without waiting.
ssize_t headway_receive(int descriptor, void *_Nonnull bytes, size_t count);

#endif
