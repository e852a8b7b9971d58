import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import Testing

/// A pause that was ordered, of real commands.
@Suite("A pause from afar") struct PauseTests {
  private let supervise = RunningCommand.supervise

  /// A command that writes a line now and then, a child of it in another session that does too, and
  /// one in the group that has stopped itself.
  private static let family =
    "setsid sh -c 'while :; do echo child; sleep 0.02; done' & "
    + "sh -c 'kill -STOP $$; echo resumed' & while :; do echo parent; sleep 0.02; done"

  private func count(_ word: String, in task: SupervisedTask) -> Int {
    task.log.split(whereSeparator: \.isNewline).count { $0 == word }
  }

  @Test("the whole tree stops and goes on but for what had stopped itself")
  func theWholeTreeStopsAndGoesOnButForWhatHadStoppedItself() throws {
    let task = SupervisedTask()
    let command = try RunningCommand(
      [supervise, "sh", "-c", Self.family], environment: task.environment)
    #expect(comesTrue { count("child", in: task) > 1 && count("parent", in: task) > 1 })
    task.order("pause user")
    #expect(task.hasReported("halt paused"))
    var seen = 0
    #expect(
      comesTrue {
        defer { seen = task.log.utf8.count }
        usleep(100_000)
        return seen == task.log.utf8.count
      })
    let (children, parents) = (count("child", in: task), count("parent", in: task))
    task.order("resume user")
    #expect(task.hasReported("halt none"))
    #expect(comesTrue { count("child", in: task) > children + 1 })
    #expect(comesTrue { count("parent", in: task) > parents + 1 })
    #expect(count("resumed", in: task) == 0)
    #expect(!task.reports.contains("paused true"))
    task.order("kill")
    _ = command.wait()
  }

  @Test("a cancel wakes it")
  func aCancelWakesIt() throws {
    let task = SupervisedTask()
    let command = try RunningCommand(
      [supervise, "sh", "-c", "trap 'echo told; exit 3' TERM; echo begun; while :; do :; done"],
      environment: task.environment)
    _ = command.read(until: "begun")
    task.order("pause system")
    #expect(task.hasReported("halt suspended"))
    task.order("cancel 5000")
    #expect(command.read(until: "told").contains("told"))
    #expect(command.wait() == .code(3))
  }

  @Test("whoever continues the command has the last word")
  func whoeverContinuesTheCommandHasTheLastWord() throws {
    let task = SupervisedTask()
    let command = try RunningCommand(
      [supervise, "sh", "-c", "echo $$; while :; do sleep 0.02; done"],
      environment: task.environment)
    let process = try #require(Int32(command.read(until: "\n").prefix { $0.isNumber }))
    task.order("pause user")
    #expect(task.hasReported("halt paused"))
    #expect(comesTrue { ProcessStat(process: process)?.isStopped == true })
    kill(process, SIGCONT)
    #expect(task.hasReported("halt woken"))
    task.order("kill")
    _ = command.wait()
  }

  @Test("a supervisor that is killed leaves nothing stopped")
  func aSupervisorThatIsKilledLeavesNothingStopped() throws {
    let task = SupervisedTask()
    let command = try RunningCommand(
      [supervise, "sh", "-c", "setsid sh -c 'echo $$; exec sleep 1000' & wait"],
      environment: task.environment)
    let process = try #require(Int32(command.read(until: "\n").prefix { $0.isNumber }))
    task.order("pause user")
    #expect(comesTrue { ProcessStat(process: process)?.isStopped == true })
    command.signal(SIGKILL)
    #expect(comesTrue { ProcessStat(process: process)?.isStopped == false })
    kill(process, SIGKILL)
    _ = command.wait()
  }

  @Test("at a terminal the shell isn't told and ctrl c reaches the command")
  func atATerminalTheShellIsntToldAndCtrlCReachesTheCommand() throws {
    let task = SupervisedTask()
    let tmux = try Tmux(environment: task.environment)
    try tmux.type("\(supervise) sleep 1000")
    #expect(task.hasReported("attached true"))
    #expect(comesTrue { task.reports.contains("alive") })
    task.order("pause user")
    #expect(task.hasReported("halt paused"))
    try tmux.keys("C-c")
    #expect(task.hasReported("end cancelled(by: HeadwayModel.Canceller.terminal) signal(2)"))
    try tmux.expect("^C")
    try tmux.type("echo status $?")
    try tmux.expect("status 130")
    #expect(!tmux.screen.contains("Stopped"))
  }

  @Test("while it is paused ctrl z gives the shell back and fg lets it go on")
  func whileItIsPausedCtrlZGivesTheShellBackAndFgLetsItGoOn() throws {
    let task = SupervisedTask()
    let tmux = try Tmux(environment: task.environment)
    try tmux.type("\(supervise) sh -c 'i=0; while sleep 0.1; do i=$((i+1)); echo tick $i; done'")
    try tmux.expect("tick 3")
    task.order("pause user")
    #expect(task.hasReported("halt paused"))
    try tmux.keys("C-z")
    try tmux.expect("[1]+  Stopped")
    #expect(task.hasReported("paused true"))
    try tmux.type("clear; fg")
    #expect(task.hasReported("halt woken"))
    #expect(task.hasReported("paused false"))
    try tmux.expect("tick")
    task.order("kill")
  }

  @Test("what ctrl z stopped goes on in the background on a persons resume")
  func whatCtrlZStoppedGoesOnInTheBackgroundOnAPersonsResume() throws {
    let task = SupervisedTask()
    let tmux = try Tmux(environment: task.environment)
    try tmux.type("\(supervise) sh -c 'i=0; while sleep 0.1; do i=$((i+1)); echo tick $i; done'")
    try tmux.expect("tick 3")
    try tmux.keys("C-z")
    try tmux.expect("[1]+  Stopped")
    task.order("pause user")
    #expect(task.hasReported("halt paused"))
    task.order("resume system")
    #expect(task.hasReported("halt none"))
    #expect(!task.reports.contains("paused false"))
    task.order("resume user")
    #expect(task.hasReported("paused false"))
    try tmux.type("clear; jobs")
    try tmux.expect("[1]+  Running")
    task.order("kill")
  }

  @Test("an interactive shell inside keeps its foreground job")
  func anInteractiveShellInsideKeepsItsForegroundJob() throws {
    let task = SupervisedTask()
    let tmux = try Tmux(environment: task.environment)
    try tmux.type("clear; \(supervise) env PS1='inner$ ' bash --norc --noprofile")
    try tmux.expect("inner$")
    try tmux.type("sh -c 'echo begun; while sleep 0.1; do echo tick; done'")
    try tmux.expect("tick")
    task.order("pause user")
    #expect(task.hasReported("halt paused"))
    task.order("resume user")
    #expect(task.hasReported("halt none"))
    let ticks = task.log.utf8.count
    #expect(comesTrue { task.log.utf8.count > ticks + 20 })
    #expect(!tmux.screen.contains("Stopped"))
    task.order("kill")
  }
}
