#ifndef HEADWAY_SIGNAL_H
#define HEADWAY_SIGNAL_H

#include <signal.h>

/// signalfd(2), close-on-exec, without waiting.
int headway_signal_descriptor(const sigset_t *_Nonnull signals);
/// The next signal of a signal descriptor, or 0. `code` is its si_code, `sender` its si_pid, which
/// only means something where a process sent it (sigaction(2)).
int headway_signal_next(int descriptor, int *_Nonnull code, pid_t *_Nonnull sender);

/// From now on input on `descriptor` sends this process `signal` (F_SETSIG, O_ASYNC of fcntl(2)):
/// SIGCONT so wakes a stopped process.
int headway_signal_on_input(int descriptor, int signal);
/// Ends what `headway_signal_on_input` began.
int headway_signal_off(int descriptor);

/// Results of headway_signal_stop_self.
enum {
  /// The stop had no effect, as in an orphaned process group.
  HEADWAY_STOP_REFUSED = 0,
  /// The process was stopped, and has been continued.
  HEADWAY_STOP_CONTINUED = 1,
  /// There was input already: the process wasn't stopped.
  HEADWAY_STOP_FORESTALLED = 2,
};

/// Lets `signal` act once with its default disposition on the calling process, as kill(2) with
/// the signal unblocked; not where `descriptor`, unless it is -1, has input to be read, and where
/// headway_signal_on_input is on for it, that doesn't come unnoticed either. Returns HEADWAY_STOP_….
int headway_signal_stop_self(int signal, int descriptor);

/// Dies of `signal` without a core file of its own; exits with 128 + `signal` where that can't be.
void headway_signal_die(int signal) __attribute__((noreturn));

#endif
