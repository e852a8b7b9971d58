import HeadwayConfig
import HeadwayModel
import HeadwaySupervisor
import HeadwaySystem
import HeadwayTerminal

/// The notifications that the monitor's terminal shows. Inside tmux it first asks which sequences
/// tmux passes on.
struct TerminalNotifier {
  private let terminal: NoticeTerminal
  private let isUnicode: Bool

  /// The time to wait for tmux. A server that hangs can't show anything anyway.
  fileprivate static let patience: Duration = .milliseconds(300)

  init(_ settings: TellingSettings, isUnicode: Bool) {
    terminal = NoticeTerminal(settings, ProcessEnvironment.variable)
    self.isUnicode = isUnicode
  }

  /// Sends the notification to the terminal.
  func tell(_ notification: NewsNotification, on screen: Screen) {
    let passage = terminal.asksTmux ? TmuxPassage.ask(within: Self.patience) : nil
    screen.send(terminal.bytes(for: notification, by: passage, isUnicode: isUnicode))
  }
}

/// The progress of all tasks in the terminal's tab or task bar (`OSC 9;4`), for terminals that are
/// known to show it.
struct TerminalIndicator {
  /// Whether the terminal shows progress and the config allows it.
  let isOn: Bool
  private var progress = TerminalProgress()
  private var hasSent = false

  init(_ config: HeadwayConfig) {
    isOn =
      config.monitor.terminalProgress && ProgressTerminal(ProcessEnvironment.variable) == .showing
  }

  /// The awake time at which the progress must be sent again. Nil if it needn't be.
  var deadline: AwakeTime? { progress.deadline }

  /// The bytes that take back what was sent; empty if nothing was.
  var farewell: [UInt8] { hasSent ? TerminalProgress.cleared : [] }

  /// Sends the progress if it changed. Must be called between two frames, because the bytes go
  /// directly to the terminal.
  mutating func show(_ standing: TerminalProgress.Shown, on screen: Screen) {
    guard isOn else { return }
    progress.shown = standing
    guard let bytes = progress.next(now: SystemClocks.awake) else { return }
    hasSent = true
    screen.send(bytes)
  }

  /// Notes that the screen has cleared the progress.
  mutating func forget() { _ = progress.clear() }
}

/// The status of all tasks in the terminal (OSC 7501), for one that answers that it knows the Program
/// Status Protocol, or that is known to show it through tmux (``TmuxPassage``).
struct TerminalStatusSign {
  /// Whether the config allows it.
  private let isOn: Bool
  private var status = TerminalStatus()
  private var hasSent = false
  /// Whether tmux carries the status to the terminal around it; nil as long as nobody has asked
  /// tmux.
  private var isCarried: Bool?

  init(_ config: HeadwayConfig) { isOn = config.monitor.terminalProgress }

  /// The awake time at which the status must be sent. Nil if it needn't be.
  var deadline: AwakeTime? { status.deadline }

  /// The bytes that take back what was sent; empty if nothing was.
  var farewell: [UInt8] { hasSent ? wrapped(TerminalStatus.cleared) : [] }

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] {
    isCarried == true ? TmuxPassage.wrapped(bytes) : bytes
  }

  /// Asks the terminal whether it knows the protocol. A terminal that doesn't know the question
  /// passes over it. Inside tmux nothing is asked before there is something to tell.
  func ask(_ screen: Screen) {
    if TmuxSocket.pathAround(ProcessEnvironment.variable) == nil { askTerminal(screen) }
  }

  private func askTerminal(_ screen: Screen) {
    guard isOn, ProgressTerminal.passesOverQuestions(ProcessEnvironment.variable) else { return }
    screen.send(TerminalStatus.query)
  }

  /// Sends what has changed. Must be called between two frames, because the bytes go directly to the
  /// terminal.
  mutating func show(_ records: () -> [String: TerminalStatus.Record], on screen: Screen) {
    guard isOn else { return }
    if isCarried == nil, !records().isEmpty { askTmux(screen) }
    guard isCarried == true || screen.knowsStatus else { return }
    status.records = records()
    guard let bytes = status.next(now: SystemClocks.awake) else { return }
    hasSent = true
    screen.send(wrapped(bytes))
  }

  /// Asks tmux which terminal is around it. A tmux that doesn't carry the status is asked whether it
  /// shows the status itself.
  private mutating func askTmux(_ screen: Screen) {
    let isInside = TmuxSocket.pathAround(ProcessEnvironment.variable) != nil
    let isCarried = TmuxPassage.ask(within: TerminalNotifier.patience)?.carriesStatus ?? false
    self.isCarried = isCarried
    if isInside, !isCarried { askTerminal(screen) }
  }

  /// Notes that the screen has taken the status back.
  mutating func forget() { _ = status.clear() }
}
