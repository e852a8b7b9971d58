import Glibc
import HeadwayModel
import Testing

@testable import HeadwaySystem

@Suite("The start of a supervisor")
struct SupervisorArgumentsTests {
  private static let arguments = SupervisorArguments(
    task: "0123abcd", title: "Secret", directory: "/home/ada", umask: 0o22,
    stallAfterMilliseconds: nil, descriptorLimit: 1024, launch: 2, command: ["sleep", "300"])

  @Test("puts neither title nor directory into the command line")
  func commandLine() {
    let arguments = Self.arguments
    #expect(arguments.vector == ["headway-supervisor", "0123abcd", "sleep", "300"])
    let request = ForkRequest(
      arguments: arguments.vector, details: arguments.details, environment: [])
    #expect(SupervisorArguments(request) == arguments)
  }

  @Test("carries the time limit; a broken one, and that of an older hub, is none")
  func timeLimit() {
    var arguments = Self.arguments
    arguments.timeLimit = .init(milliseconds: 7_200_000, graceMilliseconds: 5000)
    arguments.inherited = InheritedLimits(
      niceness: -3, limits: [ProcessLimit("nofile", soft: 512, hard: nil)])
    let whole = ForkRequest(
      arguments: arguments.vector, details: arguments.details, environment: [])
    #expect(SupervisorArguments(whole) == arguments)
    for last: RawText in ["-", "", "7", "7+", "-1+5", "7+5+9", "x+y"] {
      let details = Self.arguments.details.prefix(6) + [last, "terminal", "-", last]
      let request = ForkRequest(
        arguments: arguments.vector, details: Array(details), environment: [])
      #expect(SupervisorArguments(request) == Self.arguments, "\(last.string)")
    }
    let older = ForkRequest(
      arguments: arguments.vector, details: Array(Self.arguments.details.prefix(6)),
      environment: [])
    #expect(SupervisorArguments(older) == Self.arguments)
  }

  @Test("says which streams the command has, and how wide its terminal is")
  func streams() {
    var arguments = Self.arguments
    (arguments.streams, arguments.columns) = (.pipes, 200)
    let request = ForkRequest(
      arguments: arguments.vector, details: arguments.details, environment: [])
    #expect(SupervisorArguments(request) == arguments)
    let older = ForkRequest(
      arguments: arguments.vector, details: Array(arguments.details.prefix(6)), environment: [])
    #expect(SupervisorArguments(older) == Self.arguments)
  }

  @Test("is understood from an older hub, and the command line is then made anew")
  func older() {
    let line: [RawText] = [
      "headway-supervisor", "0123abcd", "Secret", "/home/ada", "22", "-", "1024", "2", "sleep",
      "300",
    ]
    #expect(SupervisorArguments(withDetails: line) == Self.arguments)
    #expect(SupervisorArguments(ForkRequest(arguments: line, environment: [])) == Self.arguments)
  }

  @Test(
    "is nothing that lacks a word",
    arguments: [
      (["headway-supervisor", "t", "x"], ["t", "/", "22", "-", "1024"]),
      (["headway-supervisor", "t"], ["t", "/", "22", "-", "1024", "1"]),
      (["headway-supervisor", "t", "x"], ["t", "/", "9", "-", "1024", "1"]),
      (["headway", "t", "x"], ["t", "/", "22", "-", "1024", "1"]),
      (["headway-supervisor", "t", "T", "/", "22", "-", "1024", "1"], []),
    ] as [([RawText], [RawText])])
  func broken(line: [RawText], details: [RawText]) {
    let request = ForkRequest(arguments: line, details: details, environment: [])
    #expect(SupervisorArguments(request) == nil)
  }

  @Test(
    "a process of another user is never taken for the supervisor of a task",
    .enabled(if: geteuid() == 0, "only root has a second user"))
  func foreignProcess() throws {
    let task = "\(4_000_000 + getpid())"
    let script = "exec -a headway-supervisor sleep \(task)"
    let foreign = try start(["setpriv", "--reuid", "65534", "--clear-groups", "bash", "-c", script])
    defer { end(foreign) }
    try look(at: foreign, named: "headway-supervisor")
    #expect(SupervisorArguments.process(of: RawText(task)) == nil)
    let own = try start(["bash", "-c", script])
    defer { end(own) }
    try look(at: own, named: "headway-supervisor")
    #expect(SupervisorArguments.process(of: RawText(task)) == own)
  }

  private func start(_ words: [String]) throws -> CInt {
    try SpawnRequest(
      path: RawText(words[0]), arguments: words.map { RawText($0) },
      environment: OwnProcess.environment
    ).spawn()
  }

  private func look(at process: CInt, named name: String) throws {
    let deadline = SystemClocks.awake + .seconds(10)
    while ProcessArguments(of: process)?.words.first?.string != name {
      try #require(SystemClocks.awake < deadline)
      SystemClocks.rest(for: .milliseconds(2))
    }
  }

  private func end(_ process: CInt) {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
