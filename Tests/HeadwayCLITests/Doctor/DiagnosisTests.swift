import headway
import Testing

@testable import HeadwayModel

@Suite("What a doctor says") struct DiagnosisTests {
  @Test("the machine is named, with the name that the user has for it")
  func machine() throws {
    func sentence(_ name: String) throws -> String {
      let nearName = try #require(HostName(name))
      return Diagnosis.machine("gpu7", system: "Linux x86_64", nearName: nearName).sentence
    }
    #expect(try sentence("gpu7") == "gpu7, Linux x86_64")
    #expect(try sentence("ada@gpu") == "gpu7 (--host ada@gpu), Linux x86_64")
  }

  @Test(
    "the programs belong together",
    arguments: [
      ("/usr/bin/headwayd", "headwayd 1.2", Diagnosis.Status.ok),
      ("/usr/bin/headwayd", "headwayd 1.1", .warning), ("/usr/bin/headwayd", nil, .wrong),
      (nil, nil, .wrong),
    ] as [(String?, String?, Diagnosis.Status)])
  func programs(daemon: String?, name: String?, status: Diagnosis.Status) {
    let found = Diagnosis.programs(
      own: "1.2", path: "/usr/bin/headway", daemon: daemon, daemonName: name)
    expect(found, status)
  }

  @Test(
    "a hub that doesn't run is no trouble; one that is old, replaced or deaf is",
    arguments: [
      (HubCondition.none, Diagnosis.Status.ok), (.asleep, .ok), (.silent(pid: 7), .wrong),
      (.unusable("another user's; unset HEADWAY_SOCKET"), .wrong),
      (.runs(name: "headwayd 1.2", pid: 7, protocolVersion: 1, isReplaced: false), .ok),
      (.runs(name: "headwayd 1.2", pid: 7, protocolVersion: 1, isReplaced: true), .warning),
      (.runs(name: "headwayd 1.1", pid: 7, protocolVersion: 1, isReplaced: false), .warning),
    ])
  func hub(hub: HubCondition, status: Diagnosis.Status) {
    expect(.hub(hub, own: "1.2"), status)
  }

  @Test("how the latest hub died is said, and is wrong where none can serve")
  func death() {
    let early = HubDeathNews(
      words: "died at start, at 14:02:05, with exit status 3", isFailing: true)
    expect(
      .hub(.none, own: "1.2", death: early, log: "/s/hub.log"), .wrong,
      "wrong    hub  no hub runs; the hub died at start, at 14:02:05, with exit status 3; tasks go "
        + "on without it; see /s/hub.log, or start the hub by hand to see why: headwayd")
    let late = HubDeathNews(words: "died at 14:02:05 of signal 11 (SIGSEGV)", isFailing: false)
    expect(.hub(.none, own: "1.2", death: late), .warning)
    let hub = HubCondition.runs(
      name: "headwayd 1.2", pid: 7, protocolVersion: 1, isReplaced: false)
    expect(
      .hub(hub, own: "1.2", death: late, log: "/s/hub.log"), .warning,
      "warning  hub  headwayd 1.2, pid 7, protocol 1; an earlier hub died at 14:02:05 of signal 11 "
        + "(SIGSEGV); see /s/hub.log")
    expect(.hub(.silent(pid: 7), own: "1.2", death: late), .wrong)
  }

  @Test("what of [tell] failed last is worth a word; no hub, and an old one, know of nothing")
  func telling() {
    func hub(_ failure: String?) -> HubCondition {
      .runs(
        name: "headwayd 1.2", pid: 7, protocolVersion: 1, isReplaced: false,
        tellingFailure: failure)
    }
    expect(.telling(.none), .ok)
    expect(.telling(hub(nil)), .ok)
    expect(
      .telling(hub("on-finish of [tell] failed")), .warning,
      "warning  tell  on-finish of [tell] failed; correct it in the config, then: headway hub "
        + "reload")
  }

  @Test("a record that lost something is a warning; one of a newer headway can't be used")
  func incompleteRecord() {
    expect(.record(.incomplete("3 tasks; 2 changes may be lost"), path: "/r"), .warning)
    expect(
      .record(.newer("a newer version wrote it; install that again"), path: "/r"), .wrong,
      "wrong    record  /r: a newer version wrote it; install that again")
  }

  @Test("a bridge is fine if it is connected")
  func bridge() throws {
    let broker = try #require(BrokerURL("mqtts://broker"))
    expect(.fleet(broker, .connected), .ok)
    expect(.fleet(broker, .unknown), .ok)
    expect(.fleet(broker, .none), .warning)
    expect(
      .fleet(broker, .down("mqtts://broker:8883 can't be reached")), .warning,
      "warning  fleet  the bridge isn't connected, and tries again: mqtts://broker:8883 can't be "
        + "reached; see: headway help fleet")
    expect(
      .fleet(broker, .stopped(17)), .warning,
      "warning  fleet  the bridge has been stopped by a signal and publishes nothing; kill -CONT 17"
    )
  }

  @Test("a file of numbers that can't be written is wrong, with the reason")
  func metrics() {
    let path = "/srv/headway.prom"
    expect(.metrics(path, age: .seconds(3), hubRuns: true), .ok)
    expect(.metrics(path, age: nil, hubRuns: false), .ok)
    expect(.metrics(path, age: nil, hubRuns: true), .wrong)
    expect(.metrics("/srv/headway", age: .seconds(3), hubRuns: true), .warning)
    expect(
      .metrics(path, age: nil, problem: "/srv: Permission denied", hubRuns: true), .wrong,
      "wrong    metrics  /srv/headway.prom can't be written: /srv: Permission denied; get the right to "
        + "write in its folder, or change [metrics] textfile")
  }

  @Test("a cluster that answers is fine if its nodes see where they report")
  func slurm() {
    var slurm = SlurmCondition(version: "slurm 22.05.8")
    slurm.folder = "/home/ada/jobs"
    expect(.slurm(slurm), .ok)
    slurm.hasOtherNodes = true
    expect(
      .slurm(slurm), .warning,
      "warning  slurm  slurm 22.05.8, and its jobs report in /home/ada/jobs, on a disk of this machine that other "
        + "nodes may not see; set folder under [slurm] to one that all nodes see, or shared = false"
    )
    slurm.network = "nfs"
    expect(.slurm(slurm), .ok)
    slurm.folderProblem = "/home/ada/jobs belongs to another user; set [slurm] folder"
    expect(.slurm(slurm), .wrong)
    slurm.folder = nil
    expect(.slurm(slurm), .ok)
    slurm.trouble = "Slurm doesn't answer"
    expect(
      .slurm(slurm), .warning,
      "warning  slurm  slurm 22.05.8: Slurm doesn't answer; try: sinfo, and scontrol ping")
    expect(.slurm(SlurmCondition(version: nil)), .warning)
  }

  @Test("memory that nobody tells of is a warning")
  func memory() {
    expect(.memory(.told(by: "/proc/pressure/memory")), .ok)
    expect(.memory(.untold("open /proc/pressure/memory: No such file or directory")), .warning)
  }

  @Test("the socket's place is private, its own and short enough")
  func socket() {
    var place = SocketCondition(
      path: "/run/user/1/headway/hub.sock", problem: nil, isMakeshift: false)
    expect(.socket(place), .ok)
    place.isMakeshift = true
    expect(.socket(place), .warning)
    place.runtimeProblem = "/none is missing; make it with mode 0700"
    expect(
      .socket(place), .warning,
      "warning  socket  /run/user/1/headway/hub.sock, not in XDG_RUNTIME_DIR: /none is missing; "
        + "make it with mode 0700")
    place.path = "/" + String(repeating: "a", count: 107)
    expect(.socket(place), .wrong)
    place.path = String(place.path.dropLast())
    place.isMakeshift = false
    expect(.socket(place), .ok)
    place.problem = "/run is open to others (mode 755); run: chmod 700 /run"
    expect(
      .socket(place), .wrong,
      "wrong    socket  /run is open to others (mode 755); run: chmod 700 /run")
  }

  @Test("record and config say their file, and what is wrong with it")
  func files() {
    expect(.record(.none, path: "/r"), .ok, "ok       record  /r, not created yet")
    expect(.record(.healthy("3 tasks"), path: "/r"), .ok, "ok       record  /r: 3 tasks")
    expect(.record(.unknown, path: "/r"), .warning)
    expect(.record(.unwritable("/d can't be used: why; mend it"), path: "/r"), .wrong)
    expect(.record(.damaged("it is damaged"), path: "/r"), .wrong)
    expect(.config(.none, path: "/c"), .ok)
    expect(.config(.valid, path: "/c"), .ok)
    expect(
      .config(.wrong("line 1, column 5: no value"), path: "/c"), .wrong,
      "wrong    config  /c: line 1, column 5: no value")
  }

  @Test("logs are worth a word from 1 GiB on, and a disk that is nearly full is wrong")
  func logs() {
    var logs = LogCondition(directory: "/l", fileCount: 1, bytes: 4096, freeBytes: nil)
    expect(.logs(logs), .ok, "ok       logs  4 kB in 1 file in /l")
    logs.fileCount = 3
    logs.bytes = 1 << 30
    expect(
      .logs(logs), .warning,
      "warning  logs  1073 MB in 3 files in /l; delete old tasks with headway clean, or set "
        + "keep-logs under [record]")
    logs.freeBytes = 64 << 20
    expect(.logs(logs), .warning)
    logs.freeBytes = (64 << 20) - 1
    expect(.logs(logs), .wrong)
    logs.bytes = .max
    expect(.logs(logs), .wrong)
    logs.problem = "/l can't be used: why; mend it"
    expect(.logs(logs), .wrong, "wrong    logs  /l can't be used: why; mend it")
  }

  @Test(
    "a terminal is asked for what it lacks first",
    arguments: [
      (nil, Diagnosis.Status.ok),
      (TerminalCondition(name: "xterm", colours: 8, isUTF8: true), .ok),
      (TerminalCondition(name: "vt100", colours: 0, isUTF8: true), .ok),
      (TerminalCondition(name: "xterm", colours: 8, isUTF8: false), .warning),
      (TerminalCondition(name: "foot", colours: nil, isUTF8: true), .warning),
      (TerminalCondition(name: "dumb", colours: nil, isUTF8: true), .warning),
      (TerminalCondition(name: "", colours: nil, isUTF8: true), .warning),
      (TerminalCondition(name: nil, colours: nil, isUTF8: true), .warning),
    ] as [(TerminalCondition?, Diagnosis.Status)])
  func terminal(terminal: TerminalCondition?, status: Diagnosis.Status) {
    expect(.terminal(terminal), status)
  }

  @Test("tmux is no trouble, whatever it shows")
  func tmux() {
    expect(.tmux(.missing), .ok, "ok       tmux  not installed")
    expect(
      .tmux(.installed(version: "tmux 3.3a", showsStatus: nil)), .ok, "ok       tmux  tmux 3.3a")
    expect(.tmux(.installed(version: "tmux 3.3a", showsStatus: true)), .ok)
    let silent = Diagnosis.tmux(.installed(version: "tmux 3.3a", showsStatus: false))
    #expect(silent.status == .ok && silent.advice != nil)
  }

  @Test("another user's tmux socket is a warning, with what to do")
  func strangeTmux() {
    expect(
      .tmux(.strange(version: "tmux 3.3a", reason: "/t belongs to user 7", advice: "set T")),
      .warning,
      "warning  tmux  tmux 3.3a, which Headway doesn't use: /t belongs to user 7; set T")
  }

  @Test("lines stand in columns, and text from outside draws nothing")
  func lines() {
    let lines = Diagnosis.lines([
      .environment(isOff: true), .config(.wrong("\u{1B}[31mred\nand\u{202E} more"), path: "/c"),
    ])
    #expect(
      lines == [
        "warning  environment  HEADWAY=off: tasks started here have no card; unset HEADWAY",
        "wrong    config       /c: [31mred and more",
      ])
  }

  private func expect(
    _ found: Diagnosis, _ status: Diagnosis.Status, _ line: String? = nil,
    at place: SourceLocation = #_sourceLocation
  ) {
    #expect(found.status == status, "\(found.sentence)", sourceLocation: place)
    if status != .ok {
      #expect(found.sentence.contains("; ") || found.check == "config", sourceLocation: place)
    }
    if let line { #expect(Diagnosis.lines([found]) == [line], sourceLocation: place) }
  }
}
