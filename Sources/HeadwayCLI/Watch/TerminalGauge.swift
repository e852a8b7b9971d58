import HeadwayConfig
import HeadwayCore
import HeadwaySupervisor
import HeadwaySystem
import HeadwayTerminal

/// Has the monitor's terminal show how far all tasks together are, where it is known to.
struct TerminalGauge {
  let isOn: Bool
  private var progress = TerminalProgress()

  init(_ config: HeadwayConfig) {
    isOn =
      config.monitor.terminalProgress && ProgressTerminal(ProcessEnvironment.variable) == .showing
  }

  /// When to show it again at the latest.
  var deadline: Duration? { progress.deadline }

  /// Between two frames.
  mutating func show(_ standing: TerminalProgress.Standing, on screen: Screen) {
    guard isOn else { return }
    progress.standing = standing
    guard let bytes = progress.next(now: SystemClocks.awake) else { return }
    screen.setFarewell(TerminalProgress.cleared)
    screen.send(bytes)
  }

  /// The screen has taken it back.
  mutating func forget() { _ = progress.clear() }
}
