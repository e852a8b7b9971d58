import HeadwaySystem
import Testing

@Suite("A scope that caps a command")
struct UserScopeTests {
  @Test("the words run the command in a scope with the caps")
  func words() throws {
    let scope = try #require(UserScope(cpus: 1.5, memoryBytes: 4 << 30))
    let words = scope.words(around: ["make", "-j8"]).map(\.string)
    #expect(words.first?.hasSuffix("systemd-run") == true)
    #expect(
      words.dropFirst() == [
        "--user", "--scope", "--quiet", "--collect", "-p", "CPUQuota=150%", "-p",
        "MemoryMax=4294967296", "--", "make", "-j8",
      ])
    #expect(UserScope(cpus: nil, memoryBytes: nil) == nil)
    #expect(UserScope(cpus: 0.001, memoryBytes: nil)?.properties == ["CPUQuota=1%"])
  }

  @Test("a controller that isn't delegated is a problem, and is named")
  func controllers() throws {
    let scope = try #require(UserScope(cpus: 2, memoryBytes: 1))
    #expect(UserScope.problem(of: scope.controllers, delegated: "cpuset cpu memory\n") == nil)
    #expect(
      UserScope.problem(of: scope.controllers, delegated: "cpu pids\n")
        == "systemd doesn't delegate the controller memory to your user manager")
    #expect(UserScope.problem(of: scope.controllers, delegated: "")?.contains("cpu") == true)
  }
}
