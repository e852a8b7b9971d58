internal import HeadwaySystem

/// The terminal that this process was started on, and its relation to the command's pty.
///
/// Exactly one of the two edits output (turns line feeds into carriage return and line feed):
/// - While this process holds the outer terminal, that terminal is raw and the pty edits.
/// - Otherwise the outer terminal keeps its own modes and the pty leaves output alone.
/// - A command in a pipeline that reads line by line is an exception: the outer terminal is held
///   and still edits, because other programs write to it directly.
final class OuterTerminal {
  /// A descriptor of this process's own for the terminal; nil if it can't be reopened.
  private let own: OwnedDescriptor?
  private let stream: CInt
  private let master: OwnedDescriptor
  /// The terminal's own modes while it is held; nil while it isn't.
  private var savedModes: TerminalModes?
  /// Whether the pty edits output as soon as the outer terminal doesn't.
  private var owesOutputProcessing = false
  /// Whether the pty leaves output to the outer terminal's editing. Attached terminals then have to
  /// add carriage returns.
  private(set) var passesUnedited = false
  /// The modes that the pty started with; nil once the terminal has been held.
  private var givenModes: TerminalModes?
  /// The pty's last modes that Headway set, and not the command.
  private var ownModes: TerminalModes?
  /// Whether the terminal is held and still edits output.
  private var isEditing = false

  /// Gives the pty the modes and size of `stream`.
  init(stream: CInt, master: OwnedDescriptor) {
    self.stream = stream
    self.master = master
    own = try? reopen(stream, .both)
    try? TerminalModes(of: stream).apply(to: master.raw)
    givenModes = try? TerminalModes(of: master.raw)
    ownModes = givenModes
    passSize()
    passOutputUnedited()
  }

  /// The terminal's descriptor, to poll and read.
  var descriptor: CInt { own?.raw ?? stream }

  /// The path of the terminal; nil if it has none.
  var path: String? { linkTarget("/proc/self/fd/\(descriptor)") }

  /// Whether this process is in the terminal's foreground group.
  var isForeground: Bool { ForegroundGroup.isOurs(at: descriptor) }

  /// Whether the terminal was closed before the command began, so that it answers no ioctl(2) any
  /// more.
  var isHungUp: Bool { (try? TerminalModes(of: stream)) == nil }

  /// Whether the terminal has hung up or isn't this process's controlling terminal.
  var isGone: Bool { ForegroundGroup.current(of: descriptor) == nil }

  /// Whether the command itself has turned off its terminal's echo or line mode.
  ///
  /// The pty's modes are compared with those that Headway gave it: a pager in the same pipeline may
  /// have set up the outer terminal before the pty copied its modes.
  var commandWantsKeys: Bool {
    guard let modes = try? TerminalModes(of: master.raw) else { return false }
    return !(modes.isCanonical && modes.echoes) && ownModes.map { !modes.isSame(as: $0) } ?? true
  }

  /// Puts the terminal into raw mode. No effect if it is already held.
  ///
  /// - Parameter editing: whether the terminal goes on to edit output.
  /// - Parameter passingSize: whether the pty gets the terminal's size.
  func enterRawMode(editing: Bool, passingSize: Bool) {
    guard savedModes == nil, let modes = try? TerminalModes(of: descriptor) else { return }
    savedModes = modes
    passModes(modes)
    modes.guardTerminal(descriptor)
    isEditing = editing
    applyRaw(modes)
    if passingSize { passSize() }
  }

  /// Changes whether the held terminal edits output. A command that has left line mode edits its
  /// own output.
  func setEditing(_ isOn: Bool) {
    guard isOn != isEditing, let savedModes else { return }
    isEditing = isOn
    applyRaw(savedModes)
  }

  private func applyRaw(_ modes: TerminalModes) {
    var raw = modes.madeRaw
    if isEditing { raw.processesOutput = modes.processesOutput }
    try? raw.apply(to: descriptor)
    if isEditing { passOutputUnedited() } else { restoreOutputProcessing() }
  }

  /// Gives the terminal its own modes back. No effect if it isn't held.
  func release() {
    guard let modes = savedModes else { return }
    savedModes = nil
    isEditing = false
    try? modes.apply(to: descriptor)
    TerminalModes.unguardTerminal()
    passOutputUnedited()
  }

  /// Gives the pty the terminal's size.
  func passSize() { try? WindowSize(of: descriptor).apply(to: master.raw) }

  /// Prepares the pty for an attached terminal (true), or for this one again (false).
  ///
  /// While it is lent, the pty edits output as the command has set it, and the outer terminal may
  /// edit once more.
  func lend(_ isLent: Bool) {
    guard savedModes == nil else { return }
    guard isLent else { return passOutputUnedited() }
    leaveShellModes()
    restoreOutputProcessing()
  }

  /// Replaces the shell's modes in the pty by usual ones with line mode and echo. An attached
  /// terminal has no modes of its own to give.
  private func leaveShellModes() {
    defer { givenModes = nil }
    guard let givenModes, let current = try? TerminalModes(of: master.raw),
      current.isSame(as: givenModes)
    else { return }
    try? current.madeSane.apply(to: master.raw)
    ownModes = try? TerminalModes(of: master.raw)
    owesOutputProcessing = true
  }

  private func restoreOutputProcessing() {
    setOutputProcessing(owesOutputProcessing)
    passesUnedited = false
  }

  /// Gives the pty the modes that the terminal has in the foreground, unless the command has chosen
  /// its own meanwhile. The modes found in the background may have been the shell's, set for its
  /// prompt.
  private func passModes(_ modes: TerminalModes) {
    defer { givenModes = nil }
    guard let givenModes, let current = try? TerminalModes(of: master.raw),
      current.isSame(as: givenModes)
    else { return }
    owesOutputProcessing = modes.processesOutput
    try? modes.apply(to: master.raw)
    ownModes = try? TerminalModes(of: master.raw)
  }

  /// Turns off the pty's editing, and remembers whether it was on.
  private func passOutputUnedited() {
    guard let modes = try? TerminalModes(of: master.raw) else { return }
    // The editing is already off and remembered; reading it again would forget that it was on.
    if passesUnedited, !modes.processesOutput { return }
    owesOutputProcessing = modes.processesOutput
    passesUnedited = owesOutputProcessing
    setOutputProcessing(false)
  }

  private func setOutputProcessing(_ isOn: Bool) {
    guard var modes = try? TerminalModes(of: master.raw), modes.processesOutput != isOn else {
      return
    }
    modes.processesOutput = isOn
    try? modes.apply(to: master.raw)
  }
}
