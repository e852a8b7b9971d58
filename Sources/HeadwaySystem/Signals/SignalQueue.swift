internal import CHeadwaySystem

/// A signal that arrived.
package struct ReceivedSignal: Hashable, Sendable {
  package let number: CInt
  /// Sent by input on a descriptor (``SignalQueue/raise(_:onInput:)``), not by a process.
  package let isFromInput: Bool
}

/// Signals as input (signalfd(2)): blocked, they wait here for their turn in the loop.
///
/// Dispositions aren't touched, so children inherit those this process was started with.
package struct SignalQueue: ~Copyable {
  private let descriptor: OwnedDescriptor
  /// What was blocked before.
  package let originalMask: SignalSet

  package var raw: CInt { descriptor.raw }

  /// Blocks `signals`; `queued`, a part of them, arrives here.
  package init(blocking signals: SignalSet, queued: SignalSet) throws(SystemError) {
    originalMask = signals.block()
    var set = queued.raw
    descriptor = try OwnedDescriptor(opening: "signalfd", headway_signal_descriptor(&set))
  }

  /// Nil once none is left.
  package func next() -> ReceivedSignal? {
    var code: CInt = 0
    let number = headway_signal_next(raw, &code)
    guard number > 0 else { return nil }
    // POLL_IN…POLL_HUP (sigaction(2)); SI_USER is 0, SI_KERNEL 128, the rest negative.
    return ReceivedSignal(number: number, isFromInput: (1...6).contains(code))
  }

  /// Whether input on `descriptor` sends this process `signal`: SIGCONT wakes it when stopped.
  package static func raise(_ signal: CInt, onInput descriptor: CInt, _ isOn: Bool) {
    _ = isOn ? headway_signal_on_input(descriptor, signal) : headway_signal_off(descriptor)
  }
}
