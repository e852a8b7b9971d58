import HeadwaySystem
import TestSupport
import Testing

@Suite("Job control in bash in tmux") struct ShellJobControlTests {
  private let supervise = RunningCommand.supervise

  private func open(_ task: SupervisedTask) throws -> Tmux {
    try Tmux(environment: task.environment)
  }

  @Test("stop foreground and interrupt")
  func stopForegroundAndInterrupt() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("\(supervise) cat")
    #expect(task.hasReported("wait input"))
    try tmux.keys("C-z")
    try tmux.expect("[1]+  Stopped")
    #expect(task.hasReported("paused true"))
    try tmux.type("fg")
    #expect(task.hasReported("paused false"))
    try tmux.type("hello")
    try tmux.expect("hello")
    try tmux.keys("C-c")
    #expect(task.hasReported("end cancelled(by: HeadwayModel.Canceller.terminal) signal(2)"))
    try tmux.type("echo status $?")
    try tmux.expect("status 130")
  }

  @Test("stopped then on in the background")
  func stoppedThenOnInTheBackground() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("\(supervise) sh -c 'i=0; while sleep 0.1; do i=$((i+1)); echo tick $i; done'")
    try tmux.expect("tick 3")
    try tmux.keys("C-z")
    try tmux.expect("[1]+  Stopped")
    try tmux.type("clear; bg")
    #expect(task.hasReported("paused false"))
    try tmux.expect("tick")
    try tmux.type("fg")
    try tmux.expect(supervise)
    #expect(
      comesTrue {
        try? tmux.keys("C-c")
        return task.reports.contains(
          "end cancelled(by: HeadwayModel.Canceller.terminal) signal(2)")
      })
  }

  @Test("started in the background it stops when it reads")
  func startedInTheBackgroundItStopsWhenItReads() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("\(supervise) cat &")
    #expect(task.hasReported("paused true"))
    try tmux.type("fg")
    #expect(task.hasReported("paused false"))
    #expect(task.hasReported("wait input"))
    try tmux.type("typed later")
    try tmux.expect("typed later")
    try tmux.keys("C-d")
    #expect(task.hasReported("end completed code(0)"))
    try tmux.type("stty -a")
    try tmux.expect("isig icanon iexten echo ")
  }

  @Test("the reader of a pipeline keeps its keys")
  func theReaderOfAPipelineKeepsItsKeys() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("clear; \(supervise) seq 1000 | less")
    try tmux.expect("23")
    try tmux.keys("G")
    try tmux.expect("1000")
    try tmux.keys("q")
    try tmux.type("clear; echo left $?")
    try tmux.expect("left 0")
  }

  @Test("a pager at the end of a pipeline gets the keys")
  func aPagerAtTheEndOfAPipelineGetsTheKeys() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("clear; seq 1000 | \(supervise) less")
    try tmux.expect("23")
    try tmux.keys("G")
    try tmux.expect("1000")
    try tmux.keys("q")
    #expect(task.hasReported("end completed code(0)"))
  }

  @Test("a question inside a pipeline is answered")
  func aQuestionInsideAPipelineIsAnswered() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("clear; \(supervise) sh -c 'read x </dev/tty; echo got $x' | cat")
    try tmux.type("an answer")
    try tmux.expect("got an answer")
  }

  @Test("a stopped task is cancelled from afar")
  func aStoppedTaskIsCancelledFromAfar() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("\(supervise) sleep 1000")
    #expect(task.hasReported("attached true"))
    #expect(comesTrue { task.reports.contains("alive") })
    try tmux.keys("C-z")
    try tmux.expect("[1]+  Stopped")
    task.order("cancel 5000")
    #expect(task.hasReported("end cancelled(by: HeadwayModel.Canceller.user) signal(15)"))
  }

  @Test("an editor stops resumes and draws again")
  func anEditorStopsResumesAndDrawsAgain() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("clear; \(supervise) vi -u NONE")
    try tmux.expect("~")
    try tmux.keys("i", "h", "i", "Escape")
    try tmux.expect("hi")
    try tmux.keys("C-z")
    try tmux.expect("[1]+  Stopped")
    try tmux.type("clear; fg")
    try tmux.expect("hi")
    try tmux.type(":q!")
    #expect(task.hasReported("end completed code(0)"))
  }

  @Test("an interactive shell inside has job control of its own")
  func anInteractiveShellInsideHasJobControlOfItsOwn() throws {
    let task = SupervisedTask()
    let tmux = try open(task)
    try tmux.type("clear; \(supervise) env PS1='inner$ ' bash --norc --noprofile")
    try tmux.expect("inner$")
    try tmux.type("sh -c 'echo begun; exec sleep 1000'")
    try tmux.expect("begun")
    try tmux.keys("C-z")
    try tmux.expect("[1]+  Stopped")
    // The first may be told of the stopped job.
    try tmux.type("exit 4")
    try tmux.type("exit 4")
    #expect(task.hasReported("end failed code(4)"))
  }
}
