import Foundation
import Testing
import TestHarness

/// What `headway hub install` writes, where no service manager answers.
@Suite("Installing units", .fewAtATime) struct InstallTests {
  @Test("--print shows both units as they would be written, and writes nothing")
  func printed() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      let outcome = try await workspace.run("headway hub install --print; ls ~/.config")
      let units = "\(workspace.folder)/home/.config/systemd/user/headway"
      let parts = outcome.text.split(separator: "# \(units)")
      try #require(parts.map { $0.prefix { $0 != "\n" } } == [".socket", ".service"])
      // What else is in them is HubUnits' own.
      for (part, line) in [
        (0, "ListenStream=\(workspace.socket)"),
        (1, "ExecStart=\"\(workspace.binaries)/headwayd\""),
        (1, "ExecReload=\"\(workspace.binaries)/headway\" hub reload"),
        (1, "Environment=\"XDG_STATE_HOME=\(workspace.folder)/state\""),
        (1, "Environment=\"HEADWAY_SOCKET=\(workspace.socket)\""),
      ] {
        #expect(parts[part].contains("\n\(line)\n"), "\(outcome.text)")
      }
      #expect(outcome.text.hasSuffix("\n\nheadway\n"), "no folder of systemd's")
    }
  }

  @Test("units that somebody else wrote are left alone")
  func foreign() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        mkdir -p ~/.config/systemd/user; echo mine >~/.config/systemd/user/headway.service
        headway hub install; echo $?; ls ~/.config/systemd/user; cat ~/.config/systemd/user/*
        headway hub uninstall
        """)
      #expect(
        outcome.text.hasPrefix("70\nheadway.service\nmine\nkept "), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("was written by somebody else"))
    }
  }

  @Test("without a service manager the units are written, and --now says why it can't")
  func unreachable() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "unset XDG_RUNTIME_DIR; headway hub install; echo $?; headway hub install --now; echo $?")
      let units = "\(workspace.folder)/home/.config/systemd/user/headway"
      let advice =
        "your systemd doesn't answer here; where it answers, run: systemctl --user enable --now "
        + "headway.socket headway.service"
      #expect(
        outcome.text == """
          wrote \(units).socket
          wrote \(units).service
          \(advice)
          0
          unchanged \(units).socket
          unchanged \(units).service
          70

          """)
      #expect(outcome.errorText == "headway: \(advice)\n")
    }
  }

  @Test("systemd finds nothing wrong with the units, whatever the places are called")
  func verified() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        export XDG_RUNTIME_DIR=$PWD XDG_STATE_HOME="$PWD/my 100% \\"state\\""
        headway hub install >/dev/null
        systemd-analyze --user verify ~/.config/systemd/user/headway.{socket,service} 2>&1
        HEADWAY_SOCKET="$PWD/a b/50%.sock" headway hub install >/dev/null
        systemd-analyze --user verify ~/.config/systemd/user/headway.{socket,service} 2>&1
        """)
      #expect(outcome.text == "" && outcome.code == 0)
    }
  }
}
