package import HeadwaySystem

/// The argument vector of a session leader: its name, the control socket's descriptor, the
/// terminal's descriptor or -1, where the command starts, and the command.
package struct LeaderArguments: Hashable, Sendable {
  /// `argv[0]` of a process that is to be a leader; the main program matches it before all else.
  package static let name: RawText = "headway-leader"

  var control: CInt
  /// The slave, controlling terminal of the leader's session; nil for a session without one.
  var terminal: CInt?
  var startsInForeground: Bool
  /// Never empty.
  var command: [RawText]

  init(control: CInt, terminal: CInt?, startsInForeground: Bool, command: [RawText]) {
    self.control = control
    self.terminal = terminal
    self.startsInForeground = startsInForeground
    self.command = command
  }

  init?(_ vector: [RawText]) {
    guard vector.count > 4, let control = CInt(vector[1].string), control >= 0,
      let terminal = CInt(vector[2].string)
    else { return nil }
    self.init(
      control: control, terminal: terminal < 0 ? nil : terminal,
      startsInForeground: vector[3] == "foreground", command: Array(vector[4...]))
  }

  var vector: [RawText] {
    [
      Self.name, RawText(String(control)), RawText(String(terminal ?? -1)),
      startsInForeground ? "foreground" : "background",
    ] + command
  }
}
