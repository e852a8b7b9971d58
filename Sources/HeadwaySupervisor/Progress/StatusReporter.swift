internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem

/// Tells the outer terminal the state of the command (OSC 7501).
///
/// The reporter is silent if the terminal hasn't answered the query, or if the command tells its
/// state itself. In tmux the terminal around tmux isn't asked: it must be one that is known to show
/// the state (``TmuxPassage``).
///
/// The terminal is asked once there is something to tell. Its answer comes by its keys, so it is
/// asked only while this process reads them. `Supervision` calls ``step(_:knows:mayAsk:by:now:)`` in
/// each round of its loop.
final class StatusReporter {
  private var status = TerminalStatus()
  private var tracker = EscapeTracker()
  /// The standard stream that leads to the terminal.
  private let stream: CInt
  /// The earliest time of the question: a short command isn't worth one.
  private let asksFrom: AwakeTime
  private var askedAt: AwakeTime?
  /// Whether tmux carries the status to the terminal around it; nil as long as nobody has asked
  /// tmux.
  private var isCarried: Bool?
  private let askTmux: () -> Bool
  /// Whether the command speaks for itself.
  private var isSilent = false
  /// Whether a message is due but couldn't be inserted. The output that blocks it will wake the loop.
  private var isHeldUp = false

  /// The time for which a command runs before the terminal is asked.
  private static let askingPause: Duration = .seconds(1)
  /// The time within which a terminal answers.
  private static let answerPatience: Duration = .seconds(1)

  /// The time to wait for tmux. The command's output waits as long, once.
  static let tmuxPatience: Duration = .milliseconds(200)

  /// Reports on the terminal at `stream`, whose complete output must be shown to ``pass(_:)``.
  ///
  /// - Parameter askTmux: whether tmux carries the status. Called once, if there is something to
  ///   tell.
  init(
    stream: CInt, now: AwakeTime,
    askTmux: @escaping () -> Bool = {
      TmuxPassage.ask(within: tmuxPatience)?.carriesStatus ?? false
    }
  ) {
    (self.stream, asksFrom, self.askTmux) = (stream, now + Self.askingPause, askTmux)
  }

  /// The time at which the next message is due; nil if none is.
  var deadline: AwakeTime? { isHeldUp || isSilent ? nil : status.deadline }

  /// Whether the terminal's answer may still come.
  func awaitsAnswer(now: AwakeTime) -> Bool {
    askedAt.map { now < $0 + Self.answerPatience } ?? false
  }

  /// Follows the command's output.
  func pass(_ bytes: UnsafeRawBufferPointer) { tracker.consume(bytes) }

  /// Notes that the command tells its status itself, which replaces ours.
  func commandSpoke() {
    isSilent = true
    _ = status.clear()
  }

  /// Inserts the question or a message by way of `pump`, if one is due and the command's output is
  /// at a boundary. Returns the error of a terminal that failed.
  ///
  /// - Parameters:
  ///   - knows: whether the terminal has answered the question.
  ///   - mayAsk: whether this process reads the terminal's keys.
  ///   - record: returns the state to tell; nil for nothing. Called only where the state is needed.
  func step(
    knows: Bool, mayAsk: Bool, by pump: OutputPump?, now: AwakeTime,
    _ record: () -> TerminalStatus.Record?
  ) -> SystemError? {
    isHeldUp = false
    guard !isSilent else { return nil }
    if isCarried == nil, now >= asksFrom, record() != nil { isCarried = askTmux() }
    guard knows || isCarried == true else {
      guard mayAsk, askedAt == nil, now >= asksFrom, record() != nil else { return nil }
      return insert(by: pump) {
        askedAt = now
        return TerminalStatus.query
      }
    }
    askedAt = nil
    status.records = record().map { ["": $0] } ?? [:]
    guard let deadline = status.deadline, now >= deadline else { return nil }
    return insert(by: pump) { status.next(now: now) }
  }

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    isCarried == true ? TmuxPassage.wrapped(bytes) : bytes
  }

  private func insert(by pump: OutputPump?, _ bytes: () -> [UInt8]?) -> SystemError? {
    guard let pump, pump.isDelivered, tracker.isAtRest else {
      isHeldUp = true
      return nil
    }
    return bytes().flatMap { pump.insert(wrapped($0)) }
  }

  /// Takes the status back before this process stops. Nothing is put into a sequence of the command.
  func takeBack(by pump: OutputPump?) {
    guard let pump, pump.isDelivered, tracker.isAtRest, let bytes = status.clear() else { return }
    _ = pump.insert(wrapped(bytes))
  }

  /// Takes the status back, after the command's last byte.
  func clear() {
    guard let bytes = status.clear() else { return }
    let sink = OutputSink([stream])
    wrapped(bytes).withUnsafeBytes { _ = sink.write($0) }
  }
}
