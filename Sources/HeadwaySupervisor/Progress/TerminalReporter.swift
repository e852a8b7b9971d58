internal import HeadwayCore
internal import HeadwayRecognition
internal import HeadwaySystem

/// Tells the terminal that the command writes to how far it is, between its characters and
/// sequences.
final class TerminalReporter {
  private var progress = TerminalProgress()
  private var tracker = EscapeTracker()
  private let stream: CInt
  /// It couldn't be said: what comes next wakes us anyway.
  private var isHeldUp = false

  /// For the output to the terminal `stream`; to be shown all of it by ``pass(_:)``.
  init(stream: CInt) { self.stream = stream }

  var deadline: Duration? { isHeldUp ? nil : progress.deadline }

  func pass(_ bytes: UnsafeRawBufferPointer) {
    tracker.consume(bytes)
    if tracker.hasProgressCommand { progress.commandSpoke() }
  }

  /// Says what is due by way of `pump`, once nothing of the command's is on its way. Why that failed,
  /// if it did.
  func step(
    _ fraction: Double?, isPaused: Bool, by pump: OutputPump?, now: Duration,
    isForeground: () -> Bool
  ) -> SystemError? {
    let percent = fraction.map { Int(($0 * 100).rounded(.down)) }
    progress.standing =
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

  /// Takes back what was said, after the command's last byte.
  func clear() {
    guard let bytes = progress.clear() else { return }
    let sink = OutputSink([stream])
    bytes.withUnsafeBytes { _ = sink.write($0) }
  }
}
