import Foundation
import Testing
import TestHarness
import TestProcesses

/// Two machines with one home directory, on a disk that both see, and over a network.
@Suite("A home directory that machines share", .fewAtATime, .enabled(if: SharedHome.isPossible))
struct SharedHomeTests {
  @Test(
    "each machine has its own record, numbers and logs; what happens on one leaves the other alone",
    arguments: SharedHome.kinds)
  func apart(isNetworked: Bool) async throws {
    try await Workspace.use { workspace in
      let home = try SharedHome(workspace, isNetworked: isNetworked)
      let (first, second) = try await (home.machine("node1"), home.machine("node2"))
      try await first.run("headway submit --title Long -- sh -c 'echo from node1; sleep 300'")
      let list = try await second.run("headway list --json | tr -d '[:space:]'")
      #expect(list.text == "[]" && list.errorText.isEmpty, "\(list.text) \(list.errorText)")
      let own = try await second.run("headway submit -- echo from node2 && headway wait 1")
      #expect(own.code == 0, "\(own.errorText)")
      #expect(try await second.run("headway logs 1").text == "from node2\n")
      try await eventually("the log of node1") {
        try await first.run("headway logs 1").text == "from node1\n"
      }
      #expect(try await second.run("headway history --json").text.contains("echo from node2"))
      #expect(!(try await first.run("headway history --all --json").text.contains("node2")))

      let states = try await [first.state(), second.state()]
      #expect(states[0].directory != states[1].directory)
      #expect(states[1].directory.contains("/headway/hosts/node2-"), "\(states)")
      #expect(states[1].words.contains("this machine's own folder"), "\(states)")
      if isNetworked {
        #expect(states[0].directory.contains("/headway/hosts/node1-"), "\(states)")
        #expect(states[0].words.contains("fuse.sshfs"), "\(states)")
        let files = try await first.run("ls ~/.local/state/headway/hosts/node1-*")
        #expect(files.text.contains("record.sqlite\n") && !files.text.contains("-wal"))
      }

      try await first.run("kill -9 $(pgrep -x headwayd)")
      #expect(try await second.run("headway list --all").code == 0)
      try await eventually("the next hub of node1") {
        try await first.run("headway list --json").text.contains("\"running\"")
      }
      try await first.run("headway cancel --force --all --yes; headway hub stop")
      #expect(try await second.state().directory == states[1].directory, "it is kept")
      #expect(try await second.run("headway history").text.contains("from node2"))
    }
  }

  @Test(
    "over a network, one machine takes over what an earlier version left, once, with its history",
    .enabled(if: SharedHome.canBeNetworked))
  func takenOver() async throws {
    try await Workspace.use { workspace in
      let home = try SharedHome(workspace, isNetworked: true)
      // An earlier version knew one directory, here on a disk.
      let before = ["HEADWAY_STATE": "\(home.disk)/.local/state/headway"]
      try await workspace.run("headway run --title Before -- echo old words", environment: before)
      try await workspace.run("headway hub stop", environment: before)
      let (first, second) = try await (home.machine("node1"), home.machine("node2"))
      #expect(try await first.run("headway history").text.contains("Before"))
      #expect(try await first.run("headway logs 1").text == "old words\n")
      #expect(!(try await second.run("headway history").text.contains("Before")))
      try await first.run("headway run --title After true")
      #expect(try await first.run("headway history --json").text.contains("\"number\" : 2"))
      let left = try await first.run("ls ~/.local/state/headway")
      #expect(left.text.split(separator: "\n").contains("hosts"))
      #expect(!left.text.contains("record") && !left.text.contains("logs"), "\(left.text)")
      for machine in [first, second] { try await machine.run("headway hub stop") }
    }
  }

  @Test(
    "one directory that two machines are told to use is refused to the second, with the host's name",
    arguments: SharedHome.kinds)
  func named(isNetworked: Bool) async throws {
    try await Workspace.use { workspace in
      let home = try SharedHome(workspace, isNetworked: isNetworked)
      let (first, second) = try await (home.machine("node1"), home.machine("node2"))
      let state = "\(workspace.folder)/home/state"
      try await first.run("headway run true", state: state)
      let refused = try await second.run("headway list", state: state)
      #expect(refused.code == 69 && refused.took < .seconds(4), "\(refused.took)")
      #expect(
        refused.errorText.hasPrefix("headway: a hub on node1 ha")
          && refused.errorText.contains("HEADWAY_STATE") && refused.errorText.count("\n") == 1,
        "\(refused.errorText)")
      let doctor = try await second.run("headway doctor", state: state)
      #expect(doctor.text.contains("a hub on node1 ha"), "\(doctor.text)")
      try await first.run("headway hub stop", state: state)
      let later = try await second.run("headway history", state: state)
      #expect(later.code == 0 && later.text.contains("true"), "\(later.errorText)")
      try await second.run(
        "kill -9 $(pgrep -x headwayd); while pgrep -x headwayd >/dev/null; do sleep 0.02; done")
      let after = try await first.run("headway list", state: state)
      // A lock on the disk tells that the hub is gone; over the network nothing does.
      #expect(after.code == (isNetworked ? 69 : 0), "\(after.errorText)")
      #expect(!isNetworked || after.errorText.contains("a hub on node2 had the record in"))
      #expect(!isNetworked || after.errorText.hasSuffix("remove \(state)/hub.lock\n"))
      try await first.run("rm \(state)/hub.lock", state: state)
      #expect(try await first.run("headway list", state: state).code == 0)
      try await first.run("headway hub stop", state: state)
    }
  }

  @Test(
    "a lock that the server keeps from before a reboot stops nobody; one of this boot does",
    .enabled(if: SharedHome.canBeNetworked))
  func staleLock() async throws {
    try await Workspace.use { workspace in
      let home = try SharedHome(workspace, isNetworked: true)
      let machine = try await home.machine("node1")
      let stop = "headway hub stop; while pgrep -x headwayd >/dev/null; do sleep 0.02; done"
      try await machine.run("headway run true; \(stop)")
      let folder = "$(echo ~/.local/state/headway/hosts/node1-*)"
      let boots = ["an-earlier-boot": 0, "$(cat /proc/sys/kernel/random/boot_id)": 69]
      for (boot, code) in boots.sorted(by: { $0.value < $1.value }) {
        let outcome = try await machine.run(
          """
          printf '%s\\n' /nowhere/hub.sock node1 "\(boot)" "$(readlink /proc/self/ns/pid)" >\(folder)/hub.lock
          exec 8<\(folder)/hub.lock; flock -n 8 || exit 99
          headway history 8<&-
          """)
        #expect(outcome.code == Int32(code), "\(boot): \(outcome.errorText)")
        try await machine.run(stop)
      }
    }
  }

  @Test("the Python library finds the same folder", .enabled(if: SharedHome.canBeNetworked))
  func python() async throws {
    try await Workspace.use { workspace in
      let library = Workspace.pythonFolder
      for isNetworked in [false, true] {
        let home = try SharedHome(workspace, isNetworked: isNetworked)
        let machine = try await home.machine(isNetworked ? "node-3.b" : "node2")
        let script = "python3 -c 'import headway; print(headway._state_directory())'"
        let python = try await machine.run("PYTHONPATH=\(library) \(script)")
        let state = try await machine.state().directory
        #expect(python.text == state + "\n", "\(python.errorText)")
      }
    }
  }
}

extension String {
  fileprivate func count(_ character: Character) -> Int { count { $0 == character } }
}
