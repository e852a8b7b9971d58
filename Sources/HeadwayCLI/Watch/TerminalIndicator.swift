import HeadwayConfig
import HeadwayModel
import HeadwaySupervisor
import HeadwaySystem
import HeadwayTerminal

/// The progress of all tasks in the terminal's tab or task bar (`OSC 9;4`), for terminals that are
/// known to show it.
struct TerminalIndicator {
  /// Whether the terminal shows progress and the config allows it.
  let isOn: Bool
  private var progress = TerminalProgress()

  init(_ config: HeadwayConfig) {
    isOn =
      config.monitor.terminalProgress && ProgressTerminal(ProcessEnvironment.variable) == .showing
  }

  /// The awake time at which the sign must be sent again. Nil if it needn't be.
  var deadline: AwakeTime? { progress.deadline }

  /// Sends the sign if it changed. Must be called between two frames, because the bytes go directly
  /// to the terminal.
  mutating func show(_ standing: TerminalProgress.Shown, on screen: Screen) {
    guard isOn else { return }
    progress.shown = standing
    guard let bytes = progress.next(now: SystemClocks.awake) else { return }
    screen.setFarewell(TerminalProgress.cleared)
    screen.send(bytes)
  }

  /// Notes that the screen has cleared the sign.
  mutating func forget() { _ = progress.clear() }
}
