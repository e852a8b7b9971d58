import Foundation
import Testing
import TestHarness
import TestProcesses

/// Commands that put several machines together or copy files to one, over the real ssh and sshd.
@Suite("Several machines, by ssh", .fewAtATime, .enabled(if: FarMachine.isPossible))
struct SeveralHostTests {
  @Test("history and list put the tasks of the named machines, or of all, together")
  func history() async throws {
    try await FarMachine.use { workspace, _ in
      try workspace.write(
        "[hosts]\nwatch = [\"build1\"]\n[host.far]\nssh = \"build1\"\n",
        to: "home/.config/headway/config.toml")
      try await FarMachine.run("headway run --title First -- true", workspace)
      try await FarMachine.run("headway run --host build1 --title Second -- true", workspace)
      try await FarMachine.run("headway run --title Third -- true", workspace)
      let all = try await FarMachine.run(
        "headway history --host all --columns n,title | tail -n +2 | tr -s ' '", workspace)
      #expect(all.text == "1 First\nbuild1:1 Second\n2 Third\n", "\(all.text) \(all.errorText)")
      let last = try await FarMachine.run(
        "headway history --host all --json --limit 2 | jq -c '.[] | [.host, .number, .title]'",
        workspace)
      #expect(last.text == "[\"build1\",1,\"Second\"]\n[null,2,\"Third\"]\n", "\(last.errorText)")
      let two = try await FarMachine.run(
        "headway history --host build1 --host far --columns n | sort", workspace)
      #expect(two.text == "N\nbuild1:1\nfar:1\n", "\(two.text) \(two.errorText)")
      let list = try await FarMachine.run("headway list --host build1 --host far", workspace)
      #expect(list.text.contains("build1\n") && list.text.contains("\nfar\n"), "\(list.text)")
      #expect(!list.text.contains("First"))
      let lost = try await FarMachine.run(
        "headway history --host build1 --host nowhere.invalid --columns title", workspace)
      #expect(lost.code == 69 && lost.text.contains("Second"), "\(lost.text)")
      #expect(lost.errorText.contains("nowhere.invalid can't be reached"))
      for wrong in ["cancel --host all 1", "submit --host build1 --host far true"] {
        let outcome = try await FarMachine.run("headway \(wrong)", workspace)
        #expect(outcome.code == 64 && outcome.errorText.contains("only list, watch, history"))
      }
    }
  }

  @Test("status adds up the machines that answer, and says how many don't")
  func status() async throws {
    try await FarMachine.use { workspace, far in
      try workspace.write(
        "[hosts]\nwatch = [\"build1\", \"nowhere.invalid\"]\n",
        to: "home/.config/headway/config.toml")
      let none = try await FarMachine.run("headway status --host all", workspace)
      #expect(none.text == "+1?\n", "\(none.text) \(none.errorText)")
      #expect(try await far.run("pgrep -x headwayd").code == 1)
      try await FarMachine.run("headway submit --hold true", workspace)
      try await FarMachine.run("headway submit --host build1 --hold true", workspace)
      let plain = try await FarMachine.run("headway status --host all", workspace)
      #expect(plain.code == 0 && plain.text == "2 queued · +1?\n", "\(plain.text)")
      #expect(plain.errorText == "", "\(plain.errorText)")
      let json = try await FarMachine.run(
        "headway status --host all --format json | jq -c '[.queued, .unreached, .top]'", workspace)
      #expect(json.text == "[2,1,null]\n", "\(json.text)")
      let two = try await FarMachine.run(
        "headway status --host build1 --host nowhere.invalid --format tmux", workspace)
      #expect(two.text == "1 queued · +1?\n", "\(two.text)")
      let follow = try await FarMachine.run("headway status --host all --follow", workspace)
      #expect(follow.code == 64 && follow.errorText.contains("--follow shows one machine"))
      try await FarMachine.run("headway cancel 1; headway cancel build1:1", workspace)
    }
  }

  @Test("messages and details about a task there name the machine")
  func named() async throws {
    try await FarMachine.use { workspace, _ in
      try await FarMachine.run("headway submit --host build1 --hold --title Far true", workspace)
      let show = try await FarMachine.run("headway show build1:1", workspace)
      #expect(show.text.hasPrefix("build1:1  Far\n"), "\(show.text)")
      #expect(show.text.contains("on hold (headway resume build1:1)"), "\(show.text)")
      #expect(show.text.contains("headway show --env build1:1"), "\(show.text)")
      let json = try await FarMachine.run(
        "headway show --json build1:1 | jq -r '.[0].host'; headway list --host build1 --json | "
          + "jq -r '.[0].host'", workspace)
      #expect(json.text == "build1\nbuild1\n", "\(json.errorText)")
      let clean = try await FarMachine.run("headway clean build1:1 --yes", workspace)
      #expect(clean.errorText.contains("headway cancel build1:1"), "\(clean.errorText)")
      let attach = try await FarMachine.run(
        "script -qc 'headway attach build1:1' /dev/null </dev/null", workspace)
      #expect(!attach.text.contains(#/headway \w+( --\w+)* 1\b/#), "\(attach.text)")
      #expect(attach.text.contains("build1:1"), "\(attach.text)")
      let doctor = try await FarMachine.run("headway doctor --host build1", workspace)
      #expect(doctor.text.contains(#/ok +machine +build1, Linux/#), "\(doctor.text)")
      let env = try await FarMachine.run(
        "headway run --host build1 -- env | grep -c HEADWAY_NAME; true", workspace)
      #expect(env.text == "0\n", "\(env.text)")
      try await FarMachine.run("headway cancel build1:1", workspace)
    }
  }

  /// Submits with `--send`, and returns what the job prints.
  private static func send(
    _ options: String, _ script: String, _ workspace: Workspace
  ) async throws -> String {
    let outcome = try await FarMachine.run(
      "N=$(headway submit --host build1 \(options) -- sh -c '\(script)') && "
        + "headway wait --host build1 $N; headway logs --host build1 $N", workspace)
    return outcome.text + outcome.errorText
  }

  @Test("--send copies files and folders first, by rsync, and by scp where that is missing")
  func send() async throws {
    try await FarMachine.use { workspace, far in
      try await workspace.run(
        """
        mkdir -p 'a b/c' sub; echo one >'a b/c/x'; echo two >'sub/$(touch evil);y'; echo three >-z
        """)
      let options = "--send 'a b/' --send './sub/$(touch evil);y' --send=-z"
      let script = #"cat "a b/c/x" "\$(touch evil);y" ./-z; ls | grep -c evil"#
      let expected = "one\ntwo\nthree\n1\n"
      #expect(try await Self.send(options, script, workspace) == expected)
      try await far.run("rm -rf ~/a* ~/*evil* ~/-z; mkdir -p ~/jobs")
      let placed = try await Self.send("--directory jobs \(options)", script, workspace)
      #expect(placed == expected, "\(placed)")
      try await far.run(
        """
        rm -rf ~/jobs/*; mkdir x; printf '#!/bin/sh\\necho rsync: not found >&2; exit 127\\n' >x/rsync
        chmod +x x/rsync; echo 'PATH=$HOME/x:$PATH' >.bashrc
        """)
      let whole = try await Self.send("--send sub/.", "cat sub/*", workspace)
      #expect(whole == "two\n", "\(whole)")
      let there = try await Self.send("--directory jobs \(options)", script, workspace)
      #expect(there == expected, "\(there)")
    }
  }

  @Test("a copy that fails is one line, and nothing is submitted")
  func sendFailed() async throws {
    try await FarMachine.use { workspace, far in
      try await workspace.run("head -c 3000000 /dev/urandom >big")
      try await far.run("mkdir full; mount -t tmpfs -o size=1m tmpfs full")
      let count = "headway history --host build1 --json | jq length; "
      func expect(_ status: Int32, _ words: String, _ options: String) async throws {
        let outcome = try await FarMachine.run("headway submit \(options) -- true", workspace)
        #expect(outcome.code == status && outcome.text == "", "\(outcome.code) \(outcome.text)")
        #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
        #expect(outcome.errorText.filter { $0 == "\n" }.count == 1, "\(outcome.errorText)")
      }
      try await expect(64, "name it with --host", "--send big")
      try await expect(65, "nothing was submitted", "--host build1 --send missing")
      try await expect(
        70, "the copy to build1 failed (", "--host build1 --directory full --send big")
      try await expect(69, "can't be reached", "--host nowhere.invalid --send big")
      try await far.run("mv .ssh/authorized_keys x")
      let sharing = "ssh -O exit -o ControlPath=\(workspace.folder)/run/ssh/%C build1"
      try await FarMachine.run(sharing, workspace)
      try await expect(69, "build1 refused your keys", "--host build1 --send big")
      try await far.run("mv x .ssh/authorized_keys")
      #expect(try await FarMachine.run(count, workspace).text == "0\n")
    }
  }
}
