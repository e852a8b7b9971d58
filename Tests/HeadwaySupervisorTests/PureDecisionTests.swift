import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@testable import HeadwaySupervisor

@Suite("Endings, streams and messages") struct PureDecisionTests {
  @Test("an exit status becomes the right end of the task")
  func endings() {
    let plain = EndingRule()
    #expect(plain.ending(.code(0)).reason == .completed)
    #expect(plain.ending(.code(3)) == TaskEnding(reason: .failed, status: .code(3)))
    #expect(plain.ending(.signal(SIGINT)).reason == .failed)
    let interrupted = EndingRule(sawInterrupt: true)
    #expect(interrupted.ending(.signal(SIGINT)).reason == .cancelled(by: .terminal))
    #expect(interrupted.ending(.signal(SIGTERM)).reason == .failed)
    #expect(interrupted.ending(.code(130)).reason == .failed)
    let ordered = EndingRule(orderedReason: .expired(.stall), sawInterrupt: true)
    #expect(ordered.ending(.code(0)) == TaskEnding(reason: .expired(.stall), status: .code(0)))
  }

  @Test("a failed execution has the exit status of a shell")
  func execFailures() {
    #expect(ExecFailure(errno: ENOENT).exitCode == 127)
    for errno in [EACCES, E2BIG, ENOEXEC, ENOTDIR] {
      #expect(ExecFailure(errno: errno).exitCode == 126)
    }
  }

  @Test("each stream on its own merits")
  func eachStreamOnItsOwnMerits() {
    let terminal = OpenFile(kind: .terminal, device: 1, inode: 1)
    let pipe = OpenFile(kind: .pipe, device: 2, inode: 2)
    let file = OpenFile(kind: .regular, device: 3, inode: 3)
    let closed = OpenFile(kind: .closed)
    let whole = StreamPlan(input: terminal, output: terminal, error: terminal)
    #expect(whole.terminalUse == .whole && whole.terminalStream == 1)
    #expect(whole.error == .terminal)
    let piped = StreamPlan(input: terminal, output: pipe, error: terminal)
    #expect(piped.terminalUse == .onDemand && piped.terminalStream == 2)
    let sink = StreamPlan(input: pipe, output: terminal, error: terminal)
    #expect(sink.terminalUse == .outputOnly && sink.input == .inherited)
    let shared = StreamPlan(input: file, output: pipe, error: pipe)
    #expect(shared.error == .sharedPipe && shared.terminalUse == .none)
    #expect(!whole.separatesData && piped.separatesData && !sink.separatesData)
    #expect(!shared.separatesData && !StreamPlan(.terminal).separatesData)
    let quiet = StreamPlan(.pipe)
    #expect(quiet.input == .null && quiet.error == .sharedPipe && quiet.terminalUse == .none)
    let divided = StreamPlan(.pipes)
    #expect(divided.input == .null && divided.separatesData && divided.terminalStream == nil)
    let apart = StreamPlan(input: file, output: pipe, error: file)
    #expect(apart.error == .pipe && apart.terminalStream == nil && apart.separatesData)
    let limited = StreamPlan(input: pipe, output: file, error: file, limitsFileSize: true)
    #expect(limited.output == .inherited && limited.error == .inherited)
    let unlimited = StreamPlan(input: pipe, output: file, error: file)
    #expect(unlimited.output == .pipe && unlimited.error == .sharedPipe)
    let shut = StreamPlan(input: closed, output: closed, error: closed)
    #expect(shut.output == .inherited && shut.error == .inherited)
  }

  @Test("messages come back as they went")
  func messagesComeBackAsTheyWent() {
    let reports: [LeaderReport] = [
      .started(process: 4), .startFailed(errno: 2), .stopped(signal: 20, continues: 3), .continued,
      .exited(code: 255), .killed(signal: 9), .swept,
    ]
    #expect(reports.map { LeaderReport($0.words) } == reports)
    let orders: [LeaderOrder] = [
      .signalGroup(15), .toForeground, .toBackground, .sweep(signal: 9, hub: nil),
      .sweep(signal: 15, hub: 7), .halt(hub: nil), .halt(hub: 7), .release,
    ]
    #expect(orders.map { LeaderOrder($0.words) } == orders)
    #expect(LeaderReport(LeaderWords(99)) == nil && LeaderOrder(LeaderWords(0)) == nil)
  }

  @Test("additions replace what the environment has")
  func additionsReplaceWhatTheEnvironmentHas() {
    var options = SupervisorOptions(command: ["true"])
    options.environmentAdditions = [(name: "HEADWAY_TASK", value: "new")]
    #expect(
      options.environment(["A=1", "HEADWAY_TASK=old", "HEADWAY_TASKS=2"])
        == ["A=1", "HEADWAY_TASKS=2", "HEADWAY_TASK=new"])
  }

  #if arch(x86_64)
    @Test("a blocked system call tells whether a process waits for somebody")
    func blockedCalls() {
      func call(_ line: String) -> BlockedCall? { BlockedCall(line) }
      #expect(call("0 0x0 0x7f 0x400 0x0 0x0 0x0 0x7ffd 0x7f2c\n") == .read(descriptor: 0))
      #expect(
        call("7 0x7f10 0x2 0xffffffff 0x0 0x0 0x0 0x1 0x2")
          == .poll(address: 0x7f10, count: 2, limit: .never))
      #expect(
        call("7 0x7f10 0x2 0x3e8 0x0 0x0 0x0 0x1 0x2")
          == .poll(address: 0x7f10, count: 2, limit: .milliseconds(1000)))
      #expect(
        call("271 0x7f10 0x2 0x7f30 0x0 0x8 0x0 0x1 0x2")
          == .poll(address: 0x7f10, count: 2, limit: .timespec(address: 0x7f30)))
      #expect(
        call("23 0x5 0x7f20 0x0 0x0 0x0 0x0 0x1 0x2")
          == .select(below: 5, address: 0x7f20, limit: .never))
      #expect(
        call("23 0x5 0x7f20 0x0 0x0 0x7f30 0x0 0x1 0x2")
          == .select(below: 5, address: 0x7f20, limit: .timeval(address: 0x7f30)))
      #expect(
        call("270 0x5 0x7f20 0x0 0x0 0x7f30 0x0 0x1 0x2")
          == .select(below: 5, address: 0x7f20, limit: .timespec(address: 0x7f30)))
      #expect(
        call("232 0x4 0x1 0x1 0xffffffff 0x0 0x0 0x1 0x2") == .epoll(descriptor: 4, limit: .never))
      #expect(
        call("281 0x4 0x1 0x1 0x64 0x0 0x8 0x1 0x2")
          == .epoll(descriptor: 4, limit: .milliseconds(100)))
      #expect(
        call("441 0x4 0x1 0x1 0x7f30 0x0 0x8 0x1 0x2")
          == .epoll(descriptor: 4, limit: .timespec(address: 0x7f30)))
      for line in ["230 0x0 0x0 0x7f", "35 0x7f 0x0"] {
        #expect(BlockedCall.OtherEvent(line) == .clock(.timespec(address: 0x7f)))
      }
      for line in ["230 0x0 0x1 0x7f", "230", "35"] {
        #expect(BlockedCall.OtherEvent(line) == .clock(.never))
      }
      for line in ["61 0x9 0x0", "247 0x0", "45 0x3 0x7f", "47 0x3", "42 0x3"] {
        #expect(BlockedCall.OtherEvent(line) == .somebody)
      }
      for line in ["running", "202 0x0", "0 0x0", ""] {
        #expect(BlockedCall.OtherEvent(line) == nil)
      }
      for line in ["running", "", "61 0x1", "-1 0x1 0x2", "0 0 0 0", "x 0x0 0x0 0x0 0x0 0x0 0x0"] {
        #expect(call(line) == nil)
      }
    }
  #endif
}
