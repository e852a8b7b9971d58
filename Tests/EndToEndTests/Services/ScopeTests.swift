import TestHarness
import TestProcesses
import Testing

@Suite("--cpus and --memory")
struct ScopeTests {
  @Test("without a user manager nothing is started, and the line says why")
  func refused() async throws {
    try await Workspace.use { workspace in
      for command in ["submit", "run"] {
        let outcome = try await workspace.run("headway \(command) --memory 4G -- touch started")
        #expect(outcome.code == 77)
        #expect(
          outcome.errorText
            == "headway: no user manager of systemd is reachable, which --memory needs; nothing "
            + "was started\n")
      }
      #expect(try await workspace.run("ls started").code != 0)
      let wrong = try await workspace.run("headway submit --memory 4X -- true")
      #expect(wrong.code == 64 && wrong.errorText.contains("must be a size"))
    }
  }

  @Test(
    "with a user manager the command runs in its scope, or the missing controller is named",
    .enabled(if: UserManager.isPossible, "no systemd --user can be made here"))
  func scoped() async throws {
    try await Workspace.use { workspace in
      let script = #"""
        group=$(systemctl --user show --property=ControlGroup --value)
        grep -qw memory "/sys/fs/cgroup$group/cgroup.controllers" && echo delegated
        headway run --memory 64M -- sh -c 'cat /proc/self/cgroup; exit 3'; echo "status $?"
        """#
      let outcome = try await UserManager.run(script, in: workspace)
      if outcome.text.contains("delegated") {
        #expect(outcome.text.contains(".scope") && outcome.text.contains("status 3"))
      } else {
        #expect(outcome.text.contains("status 77"), "\(outcome.text)")
        #expect(outcome.errorText.contains("doesn't delegate the controller memory"))
      }
    }
  }
}
