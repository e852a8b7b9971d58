import Glibc
import HeadwaySystem
import TestSupport
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 20: whatever becomes of the monitor, its terminal is as before.
  static let monitorSignals = FaultRow(
    number: 20, fault: "monitor: TSTP/CONT, background, TERM, HUP, a trap", unit: "rounds",
    fullCount: 10, shortCount: 1
  ) { scene in
    _ = try await scene.startHub()
    let fatal = [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE]
    for _ in 0..<scene.count {
      for signal in fatal { try scene.end(by: signal) }
      try scene.suspend()
      try scene.startInBackground()
    }
    scene.finding.extent = "\(fatal.count + 2) ways each"
  }
}

extension FaultScene {
  private func shell() throws -> TerminalProgram {
    let shell = try TerminalProgram(
      ["bash", "--norc", "-i"], environment: ["PS1": "$ ", "INPUTRC": "/dev/null"])
    shell.type("stty -g >before; ulimit -c 0; echo main\n")
    try shell.wait(for: "main\r\n")
    return shell
  }

  private func monitorProcess() throws -> Int32 {
    try eventually("the monitor") {
      ProcessTable.ours("headway").first { ProcessTable.arguments($0) == ["headway"] }
    }
  }

  /// The modes that a shell sees, and whether the alternate screen was left as often as entered.
  private func checkRestored(_ shell: TerminalProgram, _ what: String) throws {
    let start = shell.written.count
    shell.type("stty -g >after; echo back''$?\n")
    try shell.wait(for: "back0", from: start)
    let modes = try ["before", "after"].map { try DurableFile.read($0, byteLimit: 1000) }
    check(modes[0] == modes[1] && modes[0] != nil, "\(what): other terminal modes")
    check(
      shell.text.occurrences(of: "\u{1B}[?1049h") == shell.text.occurrences(of: "\u{1B}[?1049l"),
      "\(what): still on the alternate screen")
    check(!shell.text.endsHidden, "\(what): the cursor stays hidden")
  }

  fileprivate func end(by signal: CInt) throws {
    let shell = try shell()
    shell.type("headway; echo left''$?\n")
    try shell.wait(for: "No tasks.")
    kill(try monitorProcess(), signal)
    try shell.wait(for: "left")
    try checkRestored(shell, "signal \(signal)")
    shell.program.kill()
  }

  fileprivate func suspend() throws {
    let shell = try shell()
    shell.type("headway\n")
    try shell.wait(for: "No tasks.")
    for round in 0..<2 {
      try stop(shell, byKey: round == 0)
      try checkRestored(shell, "stopped")
      let next = shell.written.count
      shell.type("fg\n")
      try shell.wait(for: "No tasks.", from: next)
    }
    shell.type("q")
    try checkRestored(shell, "left after fg")
    shell.program.kill()
  }

  /// Now and then, on a busy machine, a stop right after a start or an `fg` is followed by a
  /// continuation at once, and the monitor is back: it is counted, and asked again.
  private func stop(_ shell: TerminalProgram, byKey: Bool) throws {
    for _ in 0..<3 {
      let start = shell.written.count
      if byKey { shell.type("\u{1A}") } else { kill(try monitorProcess(), SIGTSTP) }
      if (try? shell.wait(for: "Stopped", from: start, within: .seconds(3))) != nil { return }
      note("a stop that didn't last")
    }
    throw HarnessError("the monitor doesn't stop")
  }

  fileprivate func startInBackground() throws {
    let shell = try shell()
    shell.type("headway &\n")
    _ = try monitorProcess()
    shell.type("jobs\n")
    try eventually("stopped in the background") {
      let start = shell.written.count
      shell.type("jobs\n")
      return (try? shell.wait(for: "Stopped", from: start, within: .milliseconds(300))) == nil
        ? nil : ()
    }
    try checkRestored(shell, "in the background")
    let start = shell.written.count
    shell.type("fg\n")
    try shell.wait(for: "No tasks.", from: start)
    shell.type("q")
    try checkRestored(shell, "left after the background")
    shell.program.kill()
  }
}

extension String {
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }

  /// Whether the cursor was hidden last, and not shown again.
  fileprivate var endsHidden: Bool {
    guard let hidden = ranges(of: "\u{1B}[?25l").last else { return false }
    return !self[hidden.upperBound...].contains("\u{1B}[?25h")
      && !self[hidden.upperBound...].contains("\u{1B}[?12l")
  }
}
