internal import HeadwaySystem

/// The terminal this process was started on, and its relation to the command's pty.
///
/// While it is held it is raw and the pty edits the output; while it isn't, its own modes hold and
/// the pty leaves the output alone, so that nothing is edited twice. Held for a command that reads by
/// the line beside others that write here, it goes on to edit the output of all.
final class OuterTerminal {
  private let own: OwnedDescriptor?
  private let stream: CInt
  private let master: OwnedDescriptor
  private var savedModes: TerminalModes?
  /// The pty edits output whenever this terminal doesn't.
  private var owesOutputProcessing = false
  /// The pty leaves the output to this terminal's editing; so it is unedited for anybody else.
  private(set) var passesUnedited = false
  /// What the pty was given; nil once the terminal has been held.
  private var givenModes: TerminalModes?
  /// The last that the command didn't choose.
  private var ownModes: TerminalModes?
  /// Held, and edits output.
  private var isEditing = false

  /// Gives the pty `stream`'s modes and size, as they are while the terminal isn't held.
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

  var descriptor: CInt { own?.raw ?? stream }

  /// This process is its foreground job.
  var isForeground: Bool { ForegroundGroup.isOurs(at: descriptor) }

  /// Closed before the command began: it answers nothing any more.
  var isHungUp: Bool { (try? TerminalModes(of: stream)) == nil }

  /// Hung up, or not our controlling terminal.
  var isGone: Bool { ForegroundGroup.current(of: descriptor) == nil }

  /// The command has chosen that its terminal doesn't echo, or doesn't wait for the end of a line. A
  /// pipeline's pager may have set up the one here before the pty was made after it.
  var commandWantsKeys: Bool {
    guard let modes = try? TerminalModes(of: master.raw) else { return false }
    return !(modes.isCanonical && modes.echoes) && ownModes.map { !modes.isSame(as: $0) } ?? true
  }

  /// `editing`: goes on to edit output. `passingSize`: the command's terminal gets the size of this one.
  func take(editing: Bool, passingSize: Bool) {
    guard savedModes == nil, let modes = try? TerminalModes(of: descriptor) else { return }
    savedModes = modes
    passModes(modes)
    modes.guardTerminal(descriptor)
    isEditing = editing
    applyRaw(modes)
    if passingSize { passSize() }
  }

  /// While it is held: whether it edits output, which is for the command that left line mode to do.
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

  func release() {
    guard let modes = savedModes else { return }
    savedModes = nil
    isEditing = false
    try? modes.apply(to: descriptor)
    TerminalModes.unguardTerminal()
    passOutputUnedited()
  }

  func passSize() { try? WindowSize(of: descriptor).apply(to: master.raw) }

  /// Somebody attached has the command's terminal, or no longer: while they do the pty edits as the
  /// command would have it, and this terminal may edit once more.
  func lend(_ isLent: Bool) {
    guard savedModes == nil else { return }
    guard isLent else { return passOutputUnedited() }
    leaveShellModes()
    restoreOutputProcessing()
  }

  /// Whoever attaches brings no modes: those of a line at a time are every terminal's.
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

  /// The modes found in the background may have been the shell's own, for its prompt. Those of the
  /// foreground count, unless the command has chosen its own meanwhile.
  private func passModes(_ modes: TerminalModes) {
    defer { givenModes = nil }
    guard let givenModes, let current = try? TerminalModes(of: master.raw),
      current.isSame(as: givenModes)
    else { return }
    owesOutputProcessing = modes.processesOutput
    try? modes.apply(to: master.raw)
    ownModes = try? TerminalModes(of: master.raw)
  }

  private func passOutputUnedited() {
    guard let modes = try? TerminalModes(of: master.raw) else { return }
    // It is owed already.
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
