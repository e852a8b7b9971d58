import HeadwayModel
import HeadwayWire
import TestClocks
import Testing

@testable import HeadwayLink

@Suite("What another machine tells is taken with care")
struct HostIntakeTests {
  private let host: HostName

  init() throws { host = try #require(HostName("build1")) }

  private func task(_ number: Int, titleBytes: Int = 4) throws -> TaskSnapshot {
    TaskSnapshot(
      number: try #require(TaskNumber(number)), key: TaskKey(high: 1, low: UInt64(number)),
      title: SanitisedText(String(repeating: "x", count: titleBytes)), state: .running)
  }

  @Test("a task has the name of its machine, and no path of a log")
  func name() throws {
    var intake = HostIntake(host: host, clockLead: .zero)
    var lying = try task(7)
    (lying.host, lying.log) = (HostName("evil"), "/etc/passwd")
    let admitted = intake.admit(lying)
    let shown = try #require(admitted)
    #expect(shown.reference == "build1:7" && shown.log == nil)
  }

  @Test("numbers that no work has aren't shown")
  func progress() throws {
    var intake = HostIntake(host: host, clockLead: .zero)
    var lying = try task(7)
    (lying.progress.completed, lying.progress.total) = (5, 0)
    (lying.progress.fraction, lying.progress.rate) = (1.5, -.infinity)
    let admitted = intake.admit(lying)
    let shown = try #require(admitted?.progress)
    #expect(shown.completed == 5 && shown.total == nil)
    #expect(shown.fraction == nil && shown.rate == nil)
    (lying.progress.completed, lying.progress.total) = (50, 20)
    let second = intake.admit(lying)
    let bounded = try #require(second?.progress)
    #expect(bounded.completed == 20 && bounded.total == 20)
  }

  @Test(
    "times are those of this machine's clock, unless the clocks agree to two seconds",
    arguments: [(3600, -3600), (-3600, 3600), (1, 0), (-1, 0)])
  func clock(lead: Int, moved: Int) throws {
    var intake = HostIntake(host: host, clockLead: .seconds(lead))
    var ended = try task(7)
    ended.endedAt = WallTime(millisecondsSinceEpoch: 1_769_850_300_000)
    let admitted = intake.admit(ended)
    let shown = try #require(admitted?.endedAt)
    #expect(shown.millisecondsSinceEpoch == 1_769_850_300_000 + Int64(moved) * 1000)
  }

  @Test("there is a greatest number of tasks, and a task that has left makes room")
  func count() throws {
    var intake = HostIntake(host: host, clockLead: .zero)
    var isAdmitted = true
    for number in 1...HostIntake.taskLimit {
      let one = try task(number)
      isAdmitted = intake.admit(one) != nil && isAdmitted
    }
    let more = try task(HostIntake.taskLimit + 1)
    let refused = intake.admit(more)
    #expect(isAdmitted && refused == nil && intake.isOverLimit)
    let again = intake.admit(try task(1))
    intake.remove(try task(1).key)
    let late = intake.admit(more)
    #expect(again != nil && late != nil)
    intake.begin()
    let first = intake.admit(try task(1))
    #expect(!intake.isOverLimit && first != nil)
  }

  @Test("there is a greatest size of all texts together, and long commands are cut")
  func size() throws {
    var intake = HostIntake(host: host, clockLead: .zero)
    var long = try task(1)
    long.command = Array(repeating: SanitisedText("word"), count: 5000)
    let cut = intake.admit(long)
    #expect(cut?.command?.count == 64)
    var admitted = 0
    for number in 1...HostIntake.taskLimit {
      var big = try task(number)
      big.command = Array(repeating: SanitisedText(String(repeating: "x", count: 1000)), count: 64)
      if intake.admit(big) != nil { admitted += 1 }
    }
    #expect(admitted > 100 && admitted < HostIntake.taskLimit / 4)
  }

  @Test("a machine that floods is read at a bounded rate, and a snapshot comes at once")
  func rate() {
    var budget = ReadBudget()
    var now = AwakeTime.seconds(100)
    budget.spend(ReadBudget.burst, at: now)
    var read = 0
    let end = now + .seconds(10)
    while now < end {
      if budget.allows(at: now) {
        budget.spend(1 << 18, at: now)
        read += 1 << 18
      }
      now = now + .milliseconds(1)
    }
    #expect(read < ReadBudget.rate * 12 && read > ReadBudget.rate * 8)
  }

  @Test("a suspend is noticed once")
  func suspend() {
    var watch = SuspendWatch()
    let found = [(1, 5), (2, 6), (3, 100), (4, 101)].map { awake, running in
      watch.hasSlept(awake: .seconds(awake), running: .seconds(running))
    }
    #expect(found == [false, false, true, false])
  }

  @Test("a greeting is found behind what a startup file wrote, with or without a newline")
  func greeting() throws {
    let host = Host(host)
    let greeting = BridgeGreeting(hub: "1.0", host: "b", machine: "b-1", now: 7)
    for noise in ["", "hello\n", "\u{1B}]0;title\u{7}", "headway-connect nothing\nx"] {
      var reader = GreetingReader()
      let found = try reader.read(Array(noise.utf8) + greeting.bytes, from: host)
      #expect(found?.hub == "1.0", "\(noise)")
    }
    var reader = GreetingReader()
    do throws(HostTrouble) {
      _ = try reader.read(Array("headway-connect 2 {}\n".utf8), from: host)
      Issue.record("another bridge was taken for this one")
    } catch {
      #expect(error.kind == .otherBridge(2) && error.description.contains("version 2"))
    }
    var flooded = GreetingReader()
    #expect(throws: HostTrouble.self) {
      for _ in 0..<40_000 { _ = try flooded.read(Array("aa\n".utf8), from: host) }
    }
  }

  @Test(
    "a person is needed after a refused key and after another host key, and at no other time",
    arguments: [
      ("Host key verification failed.", true), ("a@b: Permission denied (publickey).", true),
      ("connect to host b port 22: Connection refused", false), ("", false),
    ])
  func person(output: String, isNeeded: Bool) {
    let trouble = HostTrouble(Host(host), sshEndedWith: 255, output: output)
    #expect(trouble.needsPerson == isNeeded && !trouble.brief.isBlank)
    #expect(!trouble.description.contains("exit status"))
  }
}
