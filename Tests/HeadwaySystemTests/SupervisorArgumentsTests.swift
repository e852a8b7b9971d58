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
}
