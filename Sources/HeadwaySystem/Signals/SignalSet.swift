package import Glibc

/// A set of signals (sigsetops(3)).
package struct SignalSet: @unchecked Sendable {
  package private(set) var raw: sigset_t

  package init(_ signals: [CInt] = []) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    raw = set
  }

  package static var all: SignalSet {
    var set = SignalSet()
    sigfillset(&set.raw)
    return set
  }

  package func contains(_ signal: CInt) -> Bool {
    var copy = raw
    return sigismember(&copy, signal) == 1
  }

  /// Blocks these signals and no others (sigprocmask(2)).
  package func blockAlone() {
    var set = raw
    sigprocmask(SIG_SETMASK, &set, nil)
  }

  /// Blocks these signals too, and returns what was blocked before (sigprocmask(2)).
  package func block() -> SignalSet {
    var (added, before) = (raw, SignalSet())
    sigprocmask(SIG_BLOCK, &added, &before.raw)
    return before
  }
}
