import Foundation
import Testing
import TestHarness
import TestProcesses

/// Commands for another machine, over the real ssh and sshd.
@Suite("Another machine, by ssh", .fewAtATime, .enabled(if: FarMachine.isPossible))
struct HostTests {
  @Test("commands reach the hub there, which they start; this machine's hub knows nothing of it")
  func commands() async throws {
    try await FarMachine.use { workspace, far in
      let submit = try await FarMachine.run(
        "headway submit --host build1 --title 'Über 日本' -- sh -c 'hostname; pwd; sleep 300'",
        workspace)
      #expect(submit.code == 0 && submit.text.contains("1"), "\(submit.errorText)")
      let list = try await FarMachine.run("headway list --host build1", workspace)
      #expect(list.code == 0 && list.text.contains("Über 日本"), "\(list.errorText)")
      #expect(list.text.contains("\nbuild1:1  "), "\(list.text)")
      #expect(!(try await workspace.run("headway list").text.contains("Über")))
      try await eventually("its output") {
        try await FarMachine.run("headway logs build1:1", workspace).text == "build1\n/root\n"
      }
      #expect(try await FarMachine.run("headway show build1:1", workspace).text.contains("Über 日本"))
      #expect(
        try await FarMachine.run("HEADWAY_HOST=build1 headway list --json", workspace).text
          .contains("\"title\" : \"Über 日本\""))
      #expect(try await FarMachine.run("headway pause build1:1", workspace).code == 0)
      #expect(try await FarMachine.run("headway resume build1:1", workspace).code == 0)
      let cancel = try await FarMachine.run(
        "headway cancel build1:1 && headway wait build1:1", workspace)
      #expect(cancel.code == 143 || cancel.code == 130, "\(cancel.code) \(cancel.errorText)")
      #expect(
        try await FarMachine.run("headway history --host build1", workspace).text.contains("Über"))
      #expect(try await FarMachine.run("headway status --host build1", workspace).code == 1)
      #expect(try await FarMachine.run("headway clean build1:1 --yes", workspace).code == 0)
      #expect(try await far.run("headway history --json").text.contains("Über") == false)
    }
  }

  @Test("run and submit pass every word as it is, and run ends with the command's status")
  func words() async throws {
    try await FarMachine.use { workspace, _ in
      let words = #"'$HOME `id`; "x"' '' 'a  b' $'tab\tline\nend' 日本 "it's" '\\'"#
      let here = try await workspace.run("printf '<%s>' \(words)")
      let there = try await FarMachine.run(
        "headway run --host build1 -- sh -c 'printf \"<%s>\" \"$@\"; exit 7' sh \(words)", workspace
      )
      #expect(there.code == 7 && there.text == here.text, "\(there.text) \(there.errorText)")
    }
  }

  @Test("a signal's status, the program without a command and the locale are as they are here")
  func like() async throws {
    try await FarMachine.use { workspace, _ in
      for (signal, status) in [("KILL", 137), ("TERM", 143)] as [(String, Int32)] {
        let outcome = try await FarMachine.run(
          "headway run --title x --host build1 -- sh -c 'kill -\(signal) $$'", workspace)
        #expect(outcome.code == status, "\(outcome.errorText)")
      }
      let bare = try await FarMachine.run("headway --host build1 </dev/null", workspace)
      #expect(bare.code == 0 && bare.text.contains("killed by SIGKILL"), "\(bare.errorText)")
      let locale = try await FarMachine.run(
        "LC_ALL=ja_JP.UTF-8 headway run --host build1 -- sh -c 'echo $LC_CTYPE'", workspace)
      #expect(locale.text == "ja_JP.UTF-8\n", "\(locale.text)")
      let status = try await FarMachine.run("HEADWAY_HOST=build1 headway hub status", workspace)
      #expect(status.code == 64 && status.errorText.contains("unset HEADWAY_HOST"))
    }
  }

  @Test(
    "a machine that can't be used is one line that says what to do; a refused key is tried once")
  func refused() async throws {
    try await FarMachine.use(programs: false) { workspace, far in
      func line(_ command: String = "headway list --host build1") async throws -> String {
        let outcome = try await FarMachine.run(command, workspace)
        #expect(outcome.code == 69 && outcome.text == "", "\(outcome.code) \(outcome.text)")
        #expect(outcome.errorText.filter { $0 == "\n" }.count == 1, "\(outcome.errorText)")
        return outcome.errorText
      }
      #expect(try await line().contains("headway was not found on build1; copy it there"))
      try await workspace.run("ln -s \(workspace.binaries)/headway* \(far.home)/.local/bin")
      #expect(try await FarMachine.run("headway list --host build1", workspace).code == 0)
      let folder = workspace.folder
      try await workspace.run("rm -f \(folder)/run/ssh/*; mv \(far.home)/.ssh/authorized_keys x")
      try await FarMachine.run("ssh -O exit -o ControlPath=\(folder)/run/ssh/%C build1", workspace)
      let tries = far.log.components(separatedBy: "Connection from").count
      #expect(try await line().contains("build1 refused your keys; log in once: ssh build1"))
      #expect(far.log.components(separatedBy: "Connection from").count == tries + 1, "\(far.log)")
      try await workspace.run("mv x \(far.home)/.ssh/authorized_keys")
      try await workspace.run(
        "sed -i 's/AAAA[^ ]*/AAAAC3NzaC1lZDI1NTE5AAAAIGxyG0cFVYdPwyJnrpCqvXOEZLeKRnhqvPIkVcKvtLxW/' "
          + "\(folder)/ssh/known_hosts")
      #expect(try await line().contains("the host key of build1 is unknown or has changed"))
      #expect(try await line("headway list --host nowhere.invalid").contains("can't be reached"))
      for wrong in ["-oProxyCommand=x", "'a b'", "''"] {
        let outcome = try await FarMachine.run("headway list --host=\(wrong)", workspace)
        #expect(outcome.code == 64, "\(wrong) \(outcome.code)")
      }
    }
  }

  @Test("a shell that greets in the way doesn't matter; one that never stops is refused")
  func noise() async throws {
    try await FarMachine.use { workspace, far in
      let noise = "echo welcome; printf '\\033[31mred'; echo; seq 3000\n"
      try noise.write(toFile: "\(far.home)/.bashrc", atomically: true, encoding: .utf8)
      let list = try await FarMachine.run("headway list --host build1", workspace)
      #expect(list.code == 0 && !list.text.contains("welcome"), "\(list.errorText)")
      try "yes\n".write(toFile: "\(far.home)/.bashrc", atomically: true, encoding: .utf8)
      let endless = try await FarMachine.run("headway list --host build1", workspace)
      #expect(endless.code == 69 && endless.errorText.contains("64 KiB"), "\(endless.errorText)")
    }
  }

  @Test("a killed hub there is replaced; a killed command here leaves nothing there")
  func killed() async throws {
    try await FarMachine.use { workspace, far in
      try await FarMachine.run("headway submit --host build1 -- sleep 300", workspace)
      try await far.run("kill -9 $(pgrep -x headwayd)")
      #expect(
        try await FarMachine.run("headway list --host build1", workspace).text.contains("sleep"))
      let wait = try workspace.start(
        "exec headway wait --host build1 1", environment: FarMachine.environment(workspace))
      try await eventually("the bridge") {
        try await far.run("pgrep -f 'hub connect'").code == 0
      }
      kill(wait.pid, SIGKILL)
      try await eventually("its end", within: .seconds(20)) {
        try await far.run("pgrep -f 'hub connect'").code == 1
      }
      #expect(
        try await FarMachine.run("headway list --host build1", workspace).text.contains("sleep"))
      try await FarMachine.run("headway cancel --force build1:1", workspace)
    }
  }

  @Test("all machines of the config are listed; one that can't be reached is said to be so")
  func all() async throws {
    try await FarMachine.use { workspace, far in
      try workspace.write(
        """
        [hosts]
        watch = ["far", "nowhere.invalid"]
        [host.far]
        ssh = "build1"
        command = "~/bin/headway"

        """, to: "home/.config/headway/config.toml")
      try await workspace.run("mv \(far.home)/.local/bin \(far.home)/bin")
      try await FarMachine.run("headway submit --hold --title Here true", workspace)
      try await FarMachine.run("headway submit --host far --hold --title There true", workspace)
      let list = try await FarMachine.run("headway list --host all", workspace)
      #expect(list.code == 69)
      #expect(list.errorText.contains("nowhere.invalid can't be reached"), "\(list.errorText)")
      #expect(
        list.text.contains(#/(?s)\(this machine\)\n.*Here.*\n\nfar\n.*There/#), "\(list.text)")
      let json = try await FarMachine.run(
        "headway list --host all --json | jq -c '.[] | [.host, .title]'", workspace)
      #expect(json.text == "[null,\"Here\"]\n[\"far\",\"There\"]\n", "\(json.text)")
      let one = try await FarMachine.run(
        "headway list --host far --json | jq -r '.[].host'", workspace)
      #expect(one.text == "far\n", "\(one.errorText)")
      let hosts = try await FarMachine.run("headway hosts", workspace)
      #expect(hosts.code == 69)
      #expect(hosts.text.contains(#/far +headwayd \S+, \d+ ms, 1 queued\n/#), "\(hosts.text)")
      #expect(hosts.text.contains("nowhere.invalid  not reached: "), "\(hosts.text)")
      let cancel = try await FarMachine.run("headway cancel --host all 1", workspace)
      #expect(cancel.code == 64 && cancel.errorText.contains("name a machine"))
      let group = try await FarMachine.run("headway hub stop --host far", workspace)
      #expect(
        group.code == 64 && group.errorText.contains("ssh far headway hub"), "\(group.errorText)")
    }
  }

  @Test("the far end refuses a worker and a supervisor, and leaves at the end of its input")
  func farEnd() async throws {
    try await Workspace.use { workspace in
      for role in ["worker", "supervisor", "command"] {
        let hello = "{\"type\":\"hello\",\"versions\":[1],\"role\":\"\(role)\"}"
        let outcome = try await workspace.run(
          "{ echo; echo '\(hello)'; sleep 0.5; } | headway hub connect")
        let start = "headway-connect 1 {\"type\":\"connect\",\"hub\":"
        #expect(role != "command" || outcome.text.hasPrefix(start), "\(outcome.text)")
        #expect(outcome.code == (role == "command" ? 0 : 77), "\(outcome.errorText)")
        #expect(outcome.text.contains("\"type\":\"hello\"") == (role == "command"))
      }
    }
  }
}
