import Glibc
import TestHarness
import TestProcesses
import Testing

@Suite("The niceness and the limits of a submitted command")
struct InheritedLimitTests {
  /// Starts the hub with other limits than those of the shell that submits.
  private static let hub = "(ulimit -Sn 700; headway hub start)"

  @Test("the command has the soft and hard limits and the niceness of the shell that submitted it")
  func inherited() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        \#(Self.hub)
        look='cat /proc/self/limits; nice; umask'
        ulimit -Sn 512; ulimit -Hn 600; ulimit -Sc 0; ulimit -Ht 4000; ulimit -Ss 4096
        ulimit -Sq 409600; ulimit -Hx 77
        nice -n 5 sh -c "$look" >plain
        nice -n 5 headway submit -- sh -c "$look"
        headway wait 1; headway logs 1 | tr -d '\015' >queued
        diff plain queued && echo same
        """#
      let outcome = try await workspace.run(script)
      #expect(outcome.text.hasSuffix("same\n"), "\(outcome.text)\(outcome.errorText)")
      let shown = try await workspace.run("headway list --json")
      #expect(shown.text.contains("nofile=512:600"), "\(shown.text)")
    }
  }

  @Test("--nice and --umask set others, of a command here too")
  func set() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --nice 7 --umask 027 -- sh -c 'nice; umask'; headway wait 1
        headway logs 1 | tr -d '\\015'
        headway run --nice 8 --umask 037 -- sh -c 'nice; umask'; nice
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n7\n0027\n8\n0037\n0\n", "\(outcome.errorText)")
      let wrong = try await workspace.run("headway submit --nice 20 -- true")
      #expect(wrong.code == 64 && wrong.errorText.contains("-20 to 19"))
    }
  }
}
