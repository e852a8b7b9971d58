internal import CHeadwaySystem
internal import Glibc

/// A signal that arrived.
package struct ReceivedSignal: Hashable, Sendable {
  package let number: CInt
  package let origin: SignalOrigin
}

package enum SignalOrigin: Hashable, Sendable {
  case process
  /// As of ``Signalling/sendToOwnGroup(_:)``.
  case ownProcess
  /// As when a key is pressed.
  case kernel
  /// ``SignalQueue/raise(_:onInput:_:)``
  case input
}

/// Signals as input (signalfd(2)): blocked, they wait here for their turn in the loop.
///
/// Dispositions aren't touched, so children inherit those this process was started with.
package struct SignalQueue: Sendable {
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
    var sender: CInt = 0
    let number = headway_signal_next(raw, &code, &sender)
    guard number > 0 else { return nil }
    return ReceivedSignal(number: number, origin: Self.origin(code, sender))
  }

  /// sigaction(2): POLL_IN to POLL_HUP are 1 to 6, SI_KERNEL 128, SI_USER 0, the rest negative.
  private static func origin(_ code: CInt, _ sender: CInt) -> SignalOrigin {
    switch code {
    case 1...6: .input
    case 128: .kernel
    default: sender == getpid() ? .ownProcess : .process
    }
  }

  /// Whether input on `descriptor` sends this process `signal`: SIGCONT wakes it when stopped.
  package static func raise(_ signal: CInt, onInput descriptor: CInt, _ isOn: Bool) {
    _ = isOn ? headway_signal_on_input(descriptor, signal) : headway_signal_off(descriptor)
  }
}
