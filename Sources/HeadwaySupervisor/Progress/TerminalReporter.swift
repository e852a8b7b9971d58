internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem

/// Shows the command's progress in the outer terminal (`OSC 9;4`).
///
/// The sequence is inserted between the command's own characters and sequences, and never inside
/// one. `Supervision` calls ``step(_:isPaused:by:now:isForeground:)`` in each round of its loop.
final class TerminalReporter {
  private var progress = TerminalProgress()
  private var tracker = EscapeTracker()
  /// The standard stream that leads to the terminal.
  private let stream: CInt
  /// Whether a sequence is due but couldn't be inserted. The output that blocks it will wake the
  /// loop, so no deadline is needed.
  private var isHeldUp = false

  /// Reports on the terminal at `stream`, whose complete output must be shown to ``pass(_:)``.
  init(stream: CInt) { self.stream = stream }

  /// The time at which the next sequence is due; nil if none is.
  var deadline: AwakeTime? { isHeldUp ? nil : progress.deadline }

  /// Follows the command's output. A command that sends `OSC 9;4` itself is left to do so.
  func pass(_ bytes: UnsafeRawBufferPointer) {
    tracker.consume(bytes)
    if tracker.hasProgressCommand { progress.commandSpoke() }
  }

  /// Inserts a sequence by way of `pump` if one is due and the command's output is at a boundary.
  /// Returns the error of a terminal that failed.
  ///
  /// `fraction` is the progress from 0 to 1; nil shows none. `isForeground` is asked only when a
  /// sequence is about to be sent.
  func step(
    _ fraction: Double?, isPaused: Bool, by pump: OutputPump?, now: AwakeTime,
    isForeground: () -> Bool
  ) -> SystemError? {
    let percent = fraction.map { Int(($0 * 100).rounded(.down)) }
    progress.shown =
      percent.map { isPaused ? .paused($0) : .measured($0) } ?? .nothing
    guard let deadline = progress.deadline, now >= deadline else {
      isHeldUp = false
      return nil
    }
    guard let pump, pump.isDelivered, tracker.isAtRest else {
      isHeldUp = true
      return nil
    }
    isHeldUp = false
    return progress.next(now: now, isForeground: isForeground()).flatMap { pump.insert($0) }
  }

  /// Removes the progress from the terminal, after the command's last byte.
  func clear() {
    guard let bytes = progress.clear() else { return }
    let sink = OutputSink([stream])
    bytes.withUnsafeBytes { _ = sink.write($0) }
  }
}
