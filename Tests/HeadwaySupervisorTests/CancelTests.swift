import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import Testing

@Suite("Cancelling real processes") struct CancelTests {
  /// A command whose descendants say their process ids, one a line, and "ready".
  private func start(
    _ script: String, _ task: SupervisedTask, onTerminal: Bool = false
  ) throws -> (RunningCommand, [Int32]) {
    let command = [RunningCommand.supervise, "bash", "-c", script]
    let running =
      try onTerminal
      ? RunningCommand(onTerminal: command, environment: task.environment)
      : RunningCommand(command, environment: task.environment)
    let processes = running.read(until: "ready").split(whereSeparator: \.isWhitespace)
      .compactMap { Int32($0) }
    return (running, processes)
  }

  private func isGone(_ process: Int32) -> Bool {
    ProcessStat(process: process).map { $0.state == UInt8(ascii: "Z") } ?? true
  }

  private static let escapes = """
    sleep 1000 & echo $!
    setsid sleep 1001 & echo $!
    set -m; (trap '' TERM; exec sleep 1002) & echo $!
    (setsid bash -c 'trap "" TERM HUP; sleep 1003 & echo $!; wait' &)
    sleep 0.3; echo ready; wait
    """

  @Test("no descendant is left", arguments: [true, false])
  func noDescendantIsLeft(onTerminal: Bool) throws {
    let task = SupervisedTask()
    let (command, processes) = try start(Self.escapes, task, onTerminal: onTerminal)
    #expect(processes.count == 4)
    task.order("cancel 300")
    _ = command.readAll()
    _ = command.wait()
    for process in processes { #expect(isGone(process)) }
    #expect(task.reports.contains { $0.hasPrefix("end cancelled") })
  }

  @Test("a descendant isn't spared for the name of its program")
  func namesake() throws {
    let task = SupervisedTask()
    let (command, processes) = try start(
      """
      cp "$(command -v sleep)" \(task.folder)/headwayd
      setsid \(task.folder)/headwayd 1006 & echo $!; sleep 0.1; echo ready; wait
      """, task)
    #expect(processes.count == 1)
    task.order("cancel 300")
    _ = command.wait()
    #expect(comesTrue { processes.allSatisfy(isGone) })
    processes.forEach { kill($0, SIGKILL) }
  }

  @Test("term ignored is killed after the grace")
  func termIgnoredIsKilledAfterTheGrace() throws {
    let task = SupervisedTask()
    let (command, _) = try start("trap '' TERM; echo ready; while :; do sleep 0.1; done", task)
    task.order("cancel 200")
    #expect(command.wait() == .signal(SIGKILL))
  }

  @Test("force doesn't wait")
  func forceDoesNotWait() throws {
    let task = SupervisedTask()
    let (command, _) = try start("trap '' TERM; echo ready; while :; do sleep 0.1; done", task)
    task.order("kill")
    #expect(command.wait() == .signal(SIGKILL))
  }

  @Test(
    "a kill comes to its end, whichever of command and children is seen to go first",
    arguments: 0..<24)
  func killsEnd(round: Int) throws {
    let task = SupervisedTask()
    let (command, _) = try start("trap '' TERM; echo ready; while :; do sleep 0.02; done", task)
    task.order(round % 2 == 0 ? "kill" : "cancel 50")
    let isOver = comesTrue { isGone(command.process) }
    #expect(isOver)
    if !isOver { command.signal(SIGKILL) }
    #expect(command.wait() == .signal(SIGKILL))
  }

  private static let leavesAWriter = "trap '' HUP; yes & echo $!; echo ready; exec true"

  @Test("a writer left behind doesn't keep a cancel waiting")
  func aWriterLeftBehindDoesNotKeepACancelWaiting() throws {
    let task = SupervisedTask()
    let (command, processes) = try start(Self.leavesAWriter, task)
    task.order("cancel 1000")
    _ = command.readAll()
    _ = command.wait()
    #expect(comesTrue { processes.prefix(1).allSatisfy(isGone) })
  }

  @Test("a writer left behind doesn't keep a terminal")
  func aWriterLeftBehindDoesNotKeepATerminal() throws {
    let task = SupervisedTask()
    let (command, _) = try start(Self.leavesAWriter, task, onTerminal: true)
    _ = command.readAll()
    #expect(command.wait() == .code(0))
  }

  @Test("what is left is waited for without work")
  func whatIsLeftIsWaitedForWithoutWork() throws {
    let task = SupervisedTask()
    let (command, processes) = try start(
      "(trap '' TERM; exec sleep 1005) & echo $$; echo ready; wait", task)
    task.order("cancel 1000")
    #expect(comesTrue { processes.allSatisfy(isGone) })
    let before = try #require(ProcessStat(process: command.process)).cpuTicks
    var after = before
    while let stat = ProcessStat(process: command.process), stat.state != UInt8(ascii: "Z") {
      after = stat.cpuTicks
      usleep(10_000)
    }
    _ = command.wait()
    #expect(after - before < 20)
  }

  @Test("a stopped command is continued to leave")
  func aStoppedCommandIsContinuedToLeave() throws {
    let task = SupervisedTask()
    let (command, processes) = try start(
      "trap 'exit 5' TERM; echo $$; echo ready; while :; do sleep 0.05; done", task)
    kill(processes.first ?? 0, SIGSTOP)
    #expect(task.hasReported("paused true"))
    task.order("cancel 20000")
    #expect(command.wait() == .code(5))
    #expect(task.reports.last?.hasPrefix("end cancelled") == true)
  }

  @Test("the commands own status is kept")
  func theCommandsOwnStatusIsKept() throws {
    let task = SupervisedTask()
    let (command, _) = try start(
      "trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done", task)
    task.order("cancel 20000")
    #expect(command.wait() == .code(0))
    #expect(task.reports.last?.hasPrefix("end cancelled") == true)
  }

  @Test("the supervisors death hangs the command up")
  func theSupervisorsDeathHangsTheCommandUp() throws {
    let task = SupervisedTask()
    let (command, processes) = try start("echo $$; echo ready; exec sleep 1004", task)
    command.signal(SIGKILL)
    _ = command.wait()
    #expect(comesTrue { processes.allSatisfy(isGone) })
  }
}
