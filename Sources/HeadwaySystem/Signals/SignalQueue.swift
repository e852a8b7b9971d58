internal import CHeadwaySystem
internal import Glibc

/// A signal that a ``SignalQueue`` has received.
package struct ReceivedSignal: Hashable, Sendable {
  package let number: CInt
  package let origin: SignalOrigin
}

/// The sender of a signal (sigaction(2), `si_code`).
package enum SignalOrigin: Hashable, Sendable {
  /// Another process, by kill(2).
  case process
  /// The receiving process itself, as by ``Signalling/sendToOwnGroup(_:)``.
  case ownProcess
  /// The kernel, as when a key is pressed.
  case kernel
  /// Input on a descriptor that ``SignalQueue/raise(_:onInput:_:)`` watches.
  case input
}

/// Signals as input for an event loop (signalfd(2)). Blocked signals wait in the queue until the
/// loop reads them.
///
/// Dispositions stay unchanged, so that children inherit those that this process was started with.
///
/// ```swift
/// let signals = try SignalQueue(blocking: SignalSet([SIGTERM]), queued: SignalSet([SIGTERM]))
/// while let signal = signals.next() { handle(signal) }
/// ```
package struct SignalQueue: Sendable {
  private let descriptor: OwnedDescriptor
  /// The signals that were blocked before, for the programs that this process starts.
  package let originalMask: SignalSet

  /// The descriptor to poll for a signal.
  package var raw: CInt { descriptor.raw }

  /// Blocks `signals`. Those in `queued`, a subset, are read by ``next()``; the others stay
  /// pending.
  package init(blocking signals: SignalSet, queued: SignalSet) throws(SystemError) {
    originalMask = signals.block()
    var set = queued.raw
    descriptor = try OwnedDescriptor(opening: "signalfd", headway_signal_descriptor(&set))
  }

  /// Returns the next signal without waiting; nil if there is none.
  package func next() -> ReceivedSignal? {
    var code: CInt = 0
    var sender: CInt = 0
    let number = headway_signal_next(raw, &code, &sender)
    guard number > 0 else { return nil }
    return ReceivedSignal(number: number, origin: Self.origin(code, sender))
  }

  /// The origin by `si_code` (sigaction(2)): POLL_IN to POLL_HUP are 1 to 6, SI_KERNEL is 128,
  /// SI_USER is 0, the others are negative.
  private static func origin(_ code: CInt, _ sender: CInt) -> SignalOrigin {
    switch code {
    case 1...6: .input
    case 128: .kernel
    default: sender == getpid() ? .ownProcess : .process
    }
  }

  /// Turns on or off that input on `descriptor` sends `signal` to this process (O_ASYNC, fcntl(2)).
  /// SIGCONT wakes a process that is stopped.
  package static func raise(_ signal: CInt, onInput descriptor: CInt, _ isOn: Bool) {
    _ = isOn ? headway_signal_on_input(descriptor, signal) : headway_signal_off(descriptor)
  }
}
