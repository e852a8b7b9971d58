import Foundation
import Glibc
import Testing
import TestHarness

@Suite("headway doctor", .fewAtATime) struct DoctorTests {
  private struct Row: Decodable {
    var check: String
    var status: String
    var text: String
    var advice: String?
  }

  @Test("where nothing is wrong it says so, starts no hub, and leaves no trace")
  func healthy() async throws {
    try await Workspace.use { workspace in
      let rows = try await rows(workspace, exit: 0)
      #expect(rows.allSatisfy { $0.status != "wrong" }, "\(rows)")
      #expect(
        rows.map(\.check) == [
          "programs", "hub", "socket", "state", "record", "config", "tell", "logs", "environment",
          "terminal", "tmux", "memory", "systemd", "logout",
        ])
      #expect(HubProcess.all(workspace).isEmpty)
      #expect(!FileManager.default.fileExists(atPath: "\(workspace.folder)/state/headway"))

      let hub = try await HubProcess.start(workspace)
      try await workspace.run("headway run -- echo out; headway wait 1")
      let lines = try await workspace.run("headway doctor").text.split(separator: "\n")
      let isHub = /ok       hub          headwayd \S+, pid (\d+), protocol 1/
      let named = lines.compactMap { $0.wholeMatch(of: isHub)?.1 }
      #expect(named == ["\(hub.pid)"])
      #expect(lines.contains { $0.hasSuffix("record.sqlite: 1 task, nothing damaged") })
      #expect(lines.contains { $0.contains("4 kB in 1 file in ") })
    }
  }

  @Test("what is wrong is said with what to do, and the status is 1")
  func wrong() async throws {
    try await Workspace.use(config: "[hub]\nexit-atfer = 3\n") { workspace in
      try workspace.write("no record", to: "state/record")
      try await workspace.run(
        "mkdir -m 700 ../state/headway; mv ../state/record ../state/headway/record.sqlite")
      chmod("\(workspace.folder)/run", 0o755)
      let rows = try await rows(workspace, exit: 1)
      #expect(
        rows.filter { $0.status == "wrong" }.map(\.check) == ["hub", "socket", "record", "config"])
      #expect(rows[2].text.contains("\(workspace.folder)/run is open to others (mode 755)"))
      #expect(rows[2].text.contains("; set HEADWAY_SOCKET to a path in a private folder"))
      #expect(rows[5].text.contains("exit-atfer"))
      chmod("\(workspace.folder)/run", 0o700)
    }
  }

  @Test("a second socket with the state of a living hub is refused at once, with the reason")
  func secondSocket() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit true; mkdir -m 700 second")
      let other = "HEADWAY_SOCKET=$PWD/second/hub.sock headway"
      let line =
        "headway: the hub at \(workspace.socket) already has the record in "
        + "\(workspace.folder)/state/headway; to use that hub, set HEADWAY_SOCKET to its socket; for "
        + "a second hub, set XDG_STATE_HOME to another directory\n"
      for command in ["submit true", "list", "hub start", "hub status", "hub stop"] {
        let refused = try await workspace.run("\(other) \(command)", within: .seconds(3))
        #expect(refused.code == 69 && refused.errorText == line, "\(command): \(refused.errorText)")
      }
      let ran = try await workspace.run("\(other) run -- sh -c 'echo out; exit 4'")
      #expect(ran.code == 4 && ran.text == "out\n")
      #expect(ran.errorText.contains("already has the record"))
      let doctor = try await workspace.run("\(other) doctor")
      #expect(doctor.code == 1)
      #expect(doctor.text.contains(#/\nwrong    hub          the hub at [^\n]* already has/#))
      let second = try await workspace.run("XDG_STATE_HOME=$PWD/state2 \(other) submit true")
      #expect(second.code == 0 && second.text == "1\n", "\(second.errorText)")
      try await workspace.run("XDG_STATE_HOME=$PWD/state2 \(other) hub stop")
    }
  }

  @Test("directories that can't be made, and a socket in /tmp that is there for a reason")
  func directories() async throws {
    try await Workspace.use(
      environment: ["XDG_STATE_HOME": "/proc/nope", "HEADWAY_SOCKET": ""]
    ) { workspace in
      let unwritable = try await rows(workspace, exit: 1)
      let wrong = unwritable.filter { $0.status == "wrong" }
      #expect(wrong.map(\.check) == ["record", "logs"])
      #expect(wrong.allSatisfy { $0.text.hasPrefix("/proc/nope can't be used: ") }, "\(wrong)")
      let runtime = "\(workspace.folder)/run"
      let words = try await workspace.run(
        "headway doctor | grep -w socket", environment: ["XDG_RUNTIME_DIR": runtime])
      #expect(words.text == "ok       socket       \(runtime)/headway/hub.sock\n")
    }
  }

  @Test("a hub that is stopped, one whose program was replaced, and a missing headwayd")
  func hubs() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      let hub = try await HubProcess.start(workspace)
      hub.send(SIGSTOP)
      let stopped = try await rows(workspace, exit: 1)[1]
      #expect(stopped.text.contains("process \(hub.pid), does not answer"))
      #expect(stopped.advice?.contains("kill -CONT \(hub.pid)") == true)
      hub.send(SIGCONT)
      // An older program, which doesn't become the hub.
      try workspace.write("#!/bin/sh\necho headwayd 0.0.1\n", to: "work/new")
      try await workspace.run("chmod 755 new; mv new ../bin/headwayd")
      let replaced = try await rows(workspace, exit: 0)[1]
      #expect(replaced.status == "warning" && replaced.text.contains("was replaced"))
      #expect(replaced.advice?.contains("headway hub stop") == true)
      unlink("\(workspace.binaries)/headwayd")
      let outcome = try await workspace.run(
        "../bin/headway doctor", environment: ["PATH": "/usr/bin:/bin"])
      #expect(
        outcome.code == 1 && outcome.text.contains(#/wrong +programs .*no headwayd; install/#))
    }
  }

  @Test("its terminal is asked for what it can show")
  func terminal() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        """
        for term in xterm-256color nothing dumb; do
          TERM=$term script -qc 'headway doctor' /dev/null | tr -d '\\r' | grep ' terminal '
        done
        LC_ALL=C script -qc 'headway doctor' /dev/null | grep -c "isn't UTF-8"
        """)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.first == "ok       terminal     xterm-256color, 256 colours, UTF-8")
      #expect(lines.dropFirst().first?.contains("doesn't know nothing") == true)
      #expect(lines.dropFirst(2).first?.contains("TERM is dumb, so the monitor") == true)
      #expect(lines.last == "1")
    }
  }

  @Test(
    "units, lingering and sessions, with a real service manager",
    .enabled(if: UserManager.isPossible))
  func systemd() async throws {
    try await Workspace.use(environment: ["USER": "ada"]) { workspace in
      let outcome = try await UserManager.run(
        """
        mount -t tmpfs none /var/lib/systemd; mkdir /var/lib/systemd/linger
        look() { headway doctor | sed -n 's/  */ /g; /systemd/p; /logout/p'; echo; }
        look
        headway hub install --now >/dev/null; look
        touch /var/lib/systemd/linger/ada; look
        echo '# changed' >>~/.config/systemd/user/headway.service; look
        headway hub uninstall >/dev/null; headway hub start >/dev/null; rm /var/lib/systemd/linger/ada
        mkdir /sys/fs/cgroup/session-1.scope
        headway hub status | sed -n 's/.*pid \\([0-9]*\\).*/\\1/p' >/sys/fs/cgroup/session-1.scope/cgroup.procs
        look; headway hub stop >/dev/null
        """, in: workspace)
      #expect(
        outcome.text == """
          ok systemd commands start the hub; if the hub is killed while all tasks wait, the next \
          command starts it again; to have systemd start it at once: headway hub install --now
          ok logout the hub isn't part of a session: it goes on

          ok systemd systemd starts the hub: headway.socket listens
          warning logout the hub and queued tasks end after your last logout; to keep them: \
          loginctl enable-linger

          ok systemd systemd starts the hub: headway.socket listens
          ok logout the hub goes on: your services linger

          warning systemd the units differ from this version's, or aren't enabled; headway hub \
          install --now
          ok logout the hub goes on: your services linger

          ok systemd commands start the hub; if the hub is killed while all tasks wait, the next \
          command starts it again; to have systemd start it at once: headway hub install --now
          warning logout the hub and tasks go on, but out of reach until you log in again: logind \
          removes the socket; to keep it: loginctl enable-linger


          """, "\(outcome.errorText)")
    }
  }

  private func rows(_ workspace: Workspace, exit code: Int32) async throws -> [Row] {
    let outcome = try await workspace.run("exec headway doctor --json")
    #expect(outcome.code == code, "\(outcome.text)")
    return try JSONDecoder().decode([Row].self, from: outcome.output)
  }
}
