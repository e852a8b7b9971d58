import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import Testing

@Suite("On a terminal") struct TerminalTests {
  private func start(_ script: String, _ task: SupervisedTask) throws -> RunningCommand {
    try RunningCommand(
      onTerminal: [RunningCommand.supervise, "sh", "-c", script], environment: task.environment)
  }

  @Test("interrupt at its own terminal is a cancel")
  func interruptAtItsOwnTerminalIsACancel() throws {
    let task = SupervisedTask()
    let command = try start("echo ready; exec sleep 100", task)
    _ = command.read(until: "ready")
    command.write("\u{3}")
    _ = command.readAll()
    #expect(command.wait() == .signal(SIGINT))
    #expect(task.reports.last == "end cancelled(by: HeadwayModel.Canceller.terminal) signal(2)")
  }

  @Test("modes are as before")
  func modesAreAsBefore() throws {
    let command = try RunningCommand(
      onTerminal: [
        "sh", "-c", "for c in true false 'stty raw' 'nosuch'; do stty -g; $0 $c; done",
        RunningCommand.supervise,
      ])
    let modes = String(decoding: command.readAll(), as: UTF8.self).split(separator: "\r\n")
      .filter { $0.contains(":") && !$0.contains(" ") }
    #expect(modes.count == 4 && Set(modes).count == 1)
  }

  @Test(
    "a change of the terminal size reaches the command", arguments: [(50, 132), (1, 1), (0, 0)])
  func sizesPass(rows: UInt16, columns: UInt16) throws {
    let task = SupervisedTask()
    let command = try start(
      "trap 'stty size' WINCH; echo ready; while :; do sleep 0.02; done", task)
    _ = command.read(until: "ready")
    try WindowSize(rows: 9, columns: 9).apply(to: command.output.raw)
    _ = command.read(until: "9 9")
    try WindowSize(rows: rows, columns: columns).apply(to: command.output.raw)
    #expect(command.read(until: "\(rows) \(columns)").contains("\(rows) \(columns)"))
    command.write("\u{3}")
    _ = command.readAll()
    _ = command.wait()
  }

  @Test("a closed terminal doesn't end the command")
  func aClosedTerminalDoesNotEndTheCommand() throws {
    let task = SupervisedTask()
    let process = try {
      let command = try start(
        "echo ready; while [ ! -e \(task.folder)/go ]; do sleep 0.02; done; echo done", task)
      _ = command.read(until: "ready")
      return command.process
    }()
    #expect(task.hasReported("attached false"))
    mkdir("\(task.folder)/go", 0o700)
    #expect(task.hasReported("end completed code(0)"))
    #expect(task.log == "ready\r\ndone\r\n" || task.log == "ready\ndone\n")
    rmdir("\(task.folder)/go")
    waitpid(process, nil, 0)
  }

  @Test("a fault gives the terminal back")
  func aFaultGivesTheTerminalBack() throws {
    let task = SupervisedTask()
    let faulty = try start("echo ready; sleep 1000", task)
    _ = faulty.read(until: "ready")
    #expect(try !TerminalModes(of: faulty.output.raw).isCanonical)
    faulty.signal(SIGSEGV)
    #expect(comesTrue { (try? TerminalModes(of: faulty.output.raw))?.isCanonical ?? true })
    #expect(try TerminalModes(of: faulty.output.raw).echoes)
    #expect(faulty.wait() == .signal(SIGSEGV))
  }

  @Test("waiting for input and for a password is proven")
  func waitingForInputAndForAPasswordIsProven() throws {
    let task = SupervisedTask()
    let command = try start("read a; stty -echo; read b; stty echo", task)
    #expect(task.hasReported("wait input"))
    command.write("a\n")
    #expect(task.hasReported("wait password"))
    command.write("b\n")
    _ = command.readAll()
    #expect(command.wait() == .code(0))
  }

  @Test("sleeping isn't waiting for input")
  func sleepingIsNotWaitingForInput() throws {
    let task = SupervisedTask()
    let command = try start("echo ready; sleep 1", task)
    _ = command.readAll()
    _ = command.wait()
    #expect(!task.reports.contains { $0.hasPrefix("wait") })
  }
}
