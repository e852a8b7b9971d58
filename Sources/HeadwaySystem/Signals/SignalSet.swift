package import Glibc

/// A set of signals (sigsetops(3)).
///
/// It is marked `@unchecked Sendable` because sigset_t is a plain value.
package struct SignalSet: @unchecked Sendable {
  package private(set) var raw: sigset_t

  /// Makes a set of the given signal numbers.
  package init(_ signals: [CInt] = []) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    raw = set
  }

  /// The set of all signals.
  package static var all: SignalSet {
    var set = SignalSet()
    sigfillset(&set.raw)
    return set
  }

  package func contains(_ signal: CInt) -> Bool {
    var copy = raw
    return sigismember(&copy, signal) == 1
  }

  /// Makes this the set of blocked signals of the thread (sigprocmask(2)).
  package func blockAlone() {
    var set = raw
    sigprocmask(SIG_SETMASK, &set, nil)
  }

  /// Adds this set to the blocked signals. Returns the signals that were blocked before
  /// (sigprocmask(2)).
  package func block() -> SignalSet {
    var (added, before) = (raw, SignalSet())
    sigprocmask(SIG_BLOCK, &added, &before.raw)
    return before
  }
}
