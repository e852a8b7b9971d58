#ifndef HEADWAY_PROCESS_H
#define HEADWAY_PROCESS_H

#include "headway_limits.h"
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A descriptor to pass on: `source` of the parent becomes `target` in the child. With equal
/// numbers close-on-exec is cleared.
struct headway_duplicate {
  int source;
  int target;
};

/// A child to start. A descriptor or process group of -1 means none.
struct headway_spawn_request {
  /// The program; searched in PATH unless it contains a slash.
  const char *_Nonnull path;
  /// The arguments, starting with the name, and a final NULL.
  char *_Nullable const *_Nonnull arguments;
  /// The environment as `NAME=value`, and a final NULL.
  char *_Nullable const *_Nonnull environment;
  /// The child's blocked signals.
  sigset_t mask;
  /// The signals that become SIG_DFL in the child, although the parent ignores them.
  sigset_t defaults;
  /// Whether the child leads a new session (setsid(2)).
  int starts_session;
  /// Whether the child leads a new process group (setpgid(2)).
  int starts_group;
  /// Whether SIGTERM ends the child when the thread that started it ends (PR_SET_PDEATHSIG(2const)).
  int ends_with_parent;
  /// Whether the standard streams are null(4) and no other descriptor is inherited than the
  /// duplicates. Their targets must then be 3, 4 and so on.
  int null_streams;
  /// The terminal whose foreground group becomes the child's group.
  int foreground_terminal;
  /// The terminal that the child opens before any other descriptor. With a new session it becomes
  /// the controlling terminal.
  const char *_Nullable terminal_path;
  /// The number under which the child has that terminal.
  int terminal_descriptor;
  /// The descriptors to pass on, in this order.
  const struct headway_duplicate *_Nullable duplicates;
  size_t duplicate_count;
  /// The child's soft limits, in the form that headway_limits_set takes. NULL: the child inherits
  /// those of this process.
  const uint64_t *_Nullable soft_limits;
  /// Further limits of the child, set in this order after the soft limits.
  const struct headway_limit *_Nullable limits;
  size_t limit_count;
  /// The child's niceness, if `sets_niceness` isn't 0. A niceness that isn't permitted changes
  /// nothing.
  int sets_niceness;
  int niceness;
};

/// Starts a child as posix_spawnp(3) does. Returns 0 and stores the child's process id, or returns
/// an errno.
///
/// posix_spawn itself can't give the child resource limits of its own. A file without a magic
/// number is executed as a shell script (execvp(3)).
int headway_spawn(const struct headway_spawn_request *_Nonnull request, pid_t *_Nonnull child);

/// The change of a child that headway_wait_any reports.
enum headway_child_change {
  /// Children exist, and none has changed.
  HEADWAY_CHILD_NONE,
  HEADWAY_CHILD_EXITED,
  /// A signal has ended the child, with or without a core file.
  HEADWAY_CHILD_KILLED,
  /// A signal, or a debugger, has stopped the child.
  HEADWAY_CHILD_STOPPED,
  HEADWAY_CHILD_CONTINUED,
};

/// Reads the next change of any child without waiting (waitid(2)). Returns 0, or an errno: ECHILD
/// if no child exists.
///
/// `change` is HEADWAY_CHILD_NONE if no child has changed. `value` is the exit code or the signal.
int headway_wait_any(
    enum headway_child_change *_Nonnull change, pid_t *_Nonnull child, int *_Nonnull value);

/// fork(2), which Swift doesn't import.
pid_t headway_fork(void);

/// Sets the process's name (PR_SET_NAME, prctl(2)) and its command line in proc(5).
///
/// The kernel reads the command line from the memory of `arguments`, the vector that the process
/// was started with. `line` overwrites it as far as it fits; the rest becomes null bytes.
void headway_rename(
    char *_Nullable *_Nonnull arguments, const char *_Nonnull name, const char *_Nonnull line,
    size_t length);

/// Makes `terminal` the controlling terminal of this session (TIOCSCTTY, tty_ioctl(4)). Returns 0,
/// or an errno.
int headway_control_terminal(int terminal);

/// Leaves the session without its controlling terminal `terminal` (TIOCNOTTY, tty_ioctl(4)).
void headway_give_up_terminal(int terminal);

/// Replaces environ(7) by a copy of `entries`. Returns 0, or an errno. The old environment isn't
/// freed, because other code may hold pointers into it.
int headway_environment_set(char *_Nullable const *_Nonnull entries);

/// The vector environ(7).
char *_Nullable *_Nullable headway_environment(void);

/// Makes this process the parent of its orphaned descendants (PR_SET_CHILD_SUBREAPER, prctl(2)).
int headway_become_subreaper(void);

/// Whether this process is the parent of its orphaned descendants (PR_GET_CHILD_SUBREAPER,
/// prctl(2)).
bool headway_is_subreaper(void);

/// Makes this process the parent of its orphaned descendants, or leaves them to the next ancestor.
void headway_set_subreaper(bool is_on);

/// The target of ioprio_get(2) that means a single thread; the C library has no header for it.
enum { HEADWAY_IOPRIO_WHO_PROCESS = 1 };

/// Returns the I/O priority of a thread, or -1: the class in the bits from 13 on, and the level
/// below (ioprio_get(2)).
int headway_io_priority(pid_t thread);

/// Sets the I/O priority of a thread (ioprio_set(2)). Returns 0 or -1.
int headway_io_priority_set(pid_t thread, int priority);

/// Opens a close-on-exec pidfd (pidfd_open(2)).
int headway_pidfd_open(pid_t pid);
/// Sends a signal by a pidfd (pidfd_send_signal(2)).
int headway_pidfd_signal(int pidfd, int signal);

/// Reads the exit status of a process that isn't a child, in the format of wait(2) (PIDFD_GET_INFO,
/// Linux 6.15).
///
/// Returns 1, or 0 if the process is alive, wasn't reaped yet, or the kernel doesn't keep the
/// status.
int headway_pidfd_exit(int pidfd, int *_Nonnull status);

/// Opens a path without access to its contents (O_PATH, open(2)), close-on-exec.
int headway_open_path(const char *_Nonnull path);

/// Makes a file in memory for reading and writing (memfd_create(2)), close-on-exec. Returns -1 on
/// errors.
int headway_memory_file(void);

/// Opens a new nameless file in `directory` for writing (O_TMPFILE, open(2)). A file system without
/// such files gets one that has a name for a moment. Returns -1 on errors.
int headway_open_nameless(const char *_Nonnull directory);

/// Closes the descriptors from `first` to `last` (close_range(2)).
int headway_close_range(unsigned first, unsigned last);

/// Makes a close-on-exec pipe: the read end, then the write end (pipe2(2)).
int headway_pipe(int ends[_Nonnull 2]);
/// Resizes a pipe (F_SETPIPE_SZ, fcntl(2)).
int headway_pipe_resize(int descriptor, int bytes);

/// Limits the free memory that glibc keeps at the end of every arena (M_TRIM_THRESHOLD and
/// M_MMAP_THRESHOLD, mallopt(3)).
///
/// By default glibc raises both values after a large block was freed, and then keeps twice its
/// size.
void headway_memory_keep_at_most(int bytes);
/// Returns free pages to the system (malloc_trim(3)).
void headway_memory_trim(void);

/// Makes a close-on-exec socket pair that keeps message boundaries (socketpair(2)).
int headway_message_pair(int ends[_Nonnull 2]);
/// Makes a close-on-exec socket pair for a byte stream (socketpair(2)). At the first end no call
/// blocks for longer than `milliseconds`.
int headway_stream_pair(int ends[_Nonnull 2], int milliseconds);
/// send(2) that neither blocks nor raises SIGPIPE.
ssize_t headway_send(int descriptor, const void *_Nonnull bytes, size_t count);
/// recv(2) that doesn't block.
ssize_t headway_receive(int descriptor, void *_Nonnull bytes, size_t count);

#endif
