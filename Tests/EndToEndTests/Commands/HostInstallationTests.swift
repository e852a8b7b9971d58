import Foundation
import Testing
import TestHarness
import TestProcesses

/// The installation of the programs on another machine, over the real ssh and sshd.
@Suite("Installation on another machine", .fewAtATime, .enabled(if: FarMachine.isPossible))
struct HostInstallationTests {
  private static let install = "headway hosts install build1"

  /// Checks that the outcome is a failure with one line, and that nothing is left there.
  private static func expectFailure(
    _ status: Int32, _ words: String, _ workspace: Workspace, _ far: FarMachine,
    _ command: String = install
  ) async throws {
    let outcome = try await FarMachine.run(command, workspace)
    #expect(outcome.code == status && outcome.text == "", "\(outcome.code) \(outcome.text)")
    #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
    #expect(outcome.errorText.filter { $0 == "\n" }.count == 1, "\(outcome.errorText)")
    let left = try await far.run("ls -A ~/.local/bin").text
    #expect(left == "", "\(left)")
  }

  @Test("the programs run there, and replace those in use while the hub and its tasks go on")
  func installed() async throws {
    try await FarMachine.use(programs: false) { workspace, far in
      let missing = try await FarMachine.run("headway list --host build1", workspace)
      #expect(missing.errorText.contains("headway hosts install build1"), "\(missing.errorText)")
      let first = try await FarMachine.run(Self.install, workspace)
      let line = #/build1: headway \S+ is in ~/\.local/bin \(\d+ MB, \d+\.\d s\)\n/#
      #expect(first.code == 0 && first.text.wholeMatch(of: line) != nil, "\(first.errorText)")
      #expect(first.errorText == "")
      try await FarMachine.run("headway submit --host build1 -- sleep 300", workspace)
      let again = try await FarMachine.run("\(Self.install) build1", workspace)
      #expect(again.code == 0 && again.text.wholeMatch(of: line) != nil, "\(again.errorText)")
      #expect(try await far.run("ls -A ~/.local/bin").text == "headway\nheadwayd\n")
      let list = try await FarMachine.run("headway list --host build1", workspace)
      #expect(list.text.contains("running"), "\(list.errorText)")
      #expect(try await far.run("cmp ~/.local/bin/headway \(workspace.binaries)/headway").code == 0)
      try await FarMachine.run("headway cancel --force build1:1", workspace)
    }
  }

  @Test("a machine that can't have them is one line, and keeps no half program")
  func refused() async throws {
    try await FarMachine.use(programs: false) { workspace, far in
      let folder = "/root/.local/bin"
      try await far.run("mount -t tmpfs -o size=1m tmpfs \(folder)")
      try await Self.expectFailure(70, "on build1 is full; make room", workspace, far)
      try await far.run("umount \(folder); mount -t tmpfs -o noexec tmpfs \(folder)")
      try await Self.expectFailure(70, "the programs don't run on build1", workspace, far)
      try await far.run("umount \(folder); mount -t tmpfs -o ro tmpfs \(folder)")
      try await Self.expectFailure(70, "Read-only file system", workspace, far)
      try await far.run(
        """
        umount \(folder); mkdir x; printf '#!/bin/sh\\necho Linux riscv64\\n' >x/uname
        chmod +x x/uname; echo 'PATH=$HOME/x:$PATH' >.bashrc
        """)
      try await Self.expectFailure(77, "build1 has Linux riscv64", workspace, far)
      try await far.run("rm .bashrc; mv .ssh/authorized_keys x")
      let sharing = "ssh -O exit -o ControlPath=\(workspace.folder)/run/ssh/%C build1"
      try await FarMachine.run(sharing, workspace)
      try await Self.expectFailure(69, "build1 refused your keys; log in once", workspace, far)
      try await Self.expectFailure(
        69, "the program ssh was not found", workspace, far,
        "mkdir bin; ln -s $(command -v headway) bin; PATH=bin \(Self.install)")
    }
  }

  @Test("a newer program stays unless it is forced, and the config names another folder")
  func newer() async throws {
    try await FarMachine.use(programs: false) { workspace, far in
      let script = "printf '#!/bin/sh\\necho headway 99.1\\n' >$d/headway; chmod +x $d/headway"
      try await far.run("d=.local/bin; \(script)")
      let kept = try await FarMachine.run(Self.install, workspace)
      #expect(kept.code == 77 && kept.errorText.contains("newer version, headway 99.1"))
      #expect(try await FarMachine.run("\(Self.install) --force", workspace).code == 0)
      func config(_ program: String) throws {
        try workspace.write(
          "[host.far]\nssh = \"build1\"\ncommand = \"\(program)\"\n",
          to: "home/.config/headway/config.toml")
      }
      try config("/opt/hw")
      let other = try await FarMachine.run("headway hosts install far", workspace)
      #expect(other.code == 64 && other.errorText.contains("ends in /headway"))
      try config("~/apps/hw/headway")
      let both = try await FarMachine.run("headway hosts install far nowhere.invalid", workspace)
      #expect(both.code == 69 && both.text.contains("far: headway "), "\(both.errorText)")
      #expect(both.text.contains(" is in ~/apps/hw (") && both.errorText.contains("nowhere"))
      #expect(try await FarMachine.run("headway list --host far", workspace).code == 0)
    }
  }
}
