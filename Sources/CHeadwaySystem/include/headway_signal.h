#ifndef HEADWAY_SIGNAL_H
#define HEADWAY_SIGNAL_H

#include <stdbool.h>
#include <signal.h>

/// Makes a non-blocking, close-on-exec descriptor from which `signals` are read (signalfd(2)).
int headway_signal_descriptor(const sigset_t *_Nonnull signals);
/// Returns the next signal of a signal descriptor, or 0. `code` is its si_code. `sender` is its
/// si_pid, which is valid only if a process sent the signal (sigaction(2)).
int headway_signal_next(int descriptor, int *_Nonnull code, pid_t *_Nonnull sender);

/// Lets input on `descriptor` send `signal` to this process from now on (F_SETSIG, O_ASYNC of
/// fcntl(2)). SIGCONT thus wakes a stopped process.
int headway_signal_on_input(int descriptor, int signal);
/// Ends what headway_signal_on_input began.
int headway_signal_off(int descriptor);

/// The results of headway_signal_stop_self.
enum {
  /// The stop had no effect, as in an orphaned process group.
  HEADWAY_STOP_REFUSED = 0,
  /// The process was stopped, and has been continued.
  HEADWAY_STOP_CONTINUED = 1,
  /// Input was there already, so the process wasn't stopped.
  HEADWAY_STOP_FORESTALLED = 2,
};

/// Lets `signal` act on the calling process once, with its default disposition. Returns
/// HEADWAY_STOP_….
///
/// The process isn't stopped if `descriptor` (-1 for none) has input. Input that comes later
/// continues the process, if headway_signal_on_input is on for `descriptor`: no input is missed in
/// between.
int headway_signal_stop_self(int signal, int descriptor);

/// Whether the disposition of the signal is to ignore it (sigaction(2)).
bool headway_signal_is_ignored(int signal);

/// Ends this process by `signal`, without a core file. Exits with 128 + `signal` if the signal
/// doesn't kill it.
void headway_signal_die(int signal) __attribute__((noreturn));

#endif
