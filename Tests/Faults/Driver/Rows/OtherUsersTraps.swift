import FoundationEssentials
import Glibc
import HeadwaySystem
import TestHarness

/// Bob has put something where Ada's programs look: they neither connect to it nor believe it nor
/// execute it.
extension TwoUsers {
  /// A folder in which everybody may make files, as in `/tmp`.
  private var shared: String { "\(place)/shared" }

  private var adasLog: String {
    let path = "\(place)/\(ada)/state/headway/hub.log"
    return String(decoding: (try? DurableFile.read(path, byteLimit: 1 << 22)) ?? [], as: UTF8.self)
  }

  func walkIntoTraps() async throws {
    try await scene.run("mkdir -m 1777 \(shared)")
    defer { try? FileManager.default.removeItem(atPath: shared) }
    try await findAnothersTmux()
    try await findAnothersBus()
    try await findAnothersConfig()
    try await findAnothersPrograms()
    try await adoptAnothersProcess()
  }

  /// A server of Bob's at `name` below the shared folder.
  private func trap(_ name: String, _ body: (Trap) async throws -> Void) async throws {
    let socket = "\(shared)/\(name)"
    let ledger = "\(place)/\(bob)/work/trap"
    let program = try start(
      as: bob, "rm -f \(ledger); exec headway-faults trap --ledger \(ledger) --socket \(socket)")
    let trap = Trap(socket: socket, ledger: ledger, program: program)
    defer { program.kill() }
    try trap.await()
    try await body(trap)
    scene.check(!trap.hasCaught, "a server of another user at \(name) was connected to")
  }

  /// Ada's hub tells of an end: to Bob, or to nobody for a reason that its log names.
  private func failAndTell(
    _ config: String, _ trap: Trap, _ changes: [String: String], _ words: String
  ) async throws {
    try await scene.run(
      """
      mkdir -p \(place)/\(ada)/headway; echo '\(config)' >\(place)/\(ada)/headway/config.toml
      chown -R \(ada):\(ada) \(place)/\(ada)/headway
      """)
    try await expectRun(as: ada, changes, "at \(trap.socket)")
    try timeUntil("the end is told") { trap.hasCaught || adasLog.contains(words) }
    _ = try await run(as: ada, "headway hub stop; rm -r ../headway ../state/headway/hub.log")
  }

  private func findAnothersTmux() async throws {
    let config = "[tell]\ntmux = true\ndesktop = false\nafter = \"0s\""
    try await trap("tmux-\(ada)/default") { trap in
      try await failAndTell(
        config, trap, ["TMUX_TMPDIR": shared],
        "\(shared)/tmux-\(ada) belongs to user \(bob), not to you")
    }
    try await trap("theirs/tmux") { trap in
      let around = ["TMUX": "\(trap.socket),1,0"]
      try await failAndTell(config, trap, around, "\(shared)/theirs belongs to user \(bob)")
      for command in ["pane", "popup"] {
        expectRefusal(
          try await run(as: ada, "headway tmux \(command)", around), "tmux \(command)",
          naming: "belongs to user \(bob)")
      }
      _ = try await run(as: ada, "headway tmux setup; headway doctor", around)
    }
  }

  private func findAnothersBus() async throws {
    try await trap("bus/socket") { trap in
      try await failAndTell(
        "[tell]\ndesktop = true\nafter = \"0s\"", trap,
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(trap.socket)"],
        "the session bus belongs to user \(bob), not to you")
    }
  }

  /// As after `sudo` with a kept HOME: hooks of Bob's config would run as Ada.
  private func findAnothersConfig() async throws {
    let hooked = "\(shared)/hooked"
    try await scene.run(
      """
      mkdir -p \(shared)/config/headway
      echo 'tell.on-finish = "touch \(hooked)"' >\(shared)/config/headway/config.toml
      chown -R \(bob) \(shared)/config
      """)
    let config = ["XDG_CONFIG_HOME": "\(shared)/config"]
    try await expectRun(as: ada, config, "with another's config")
    try timeUntil("the config is refused, or believed") {
      exists(hooked) || adasLog.contains("the file belongs to user \(bob), not to you")
    }
    scene.check(!exists(hooked), "a hook of another user's config was executed")
    expectRefusal(
      try await run(as: ada, "headway tmux setup", config), "another's config",
      naming: "belongs to user \(bob)")
    _ = try await run(as: ada, "headway hub stop")
  }

  /// `.` is in Ada's PATH, and she works in a folder of Bob's.
  private func findAnothersPrograms() async throws {
    let (folder, executed) = ("\(shared)/bin", "\(shared)/executed")
    try await scene.run(
      """
      mkdir \(folder) \(place)/alone; cp \(place)/bin/headway \(place)/alone
      for program in headwayd tmux busctl loginctl notify-send systemctl; do
        printf '#!/bin/sh\\necho "$0 $*" >>\(executed)\\n' >\(folder)/$program
        chmod 755 \(folder)/$program
      done
      chown -R \(bob) \(folder)
      """)
    let path = ["PATH": ".:\(place)/alone:/usr/bin:/bin"]
    let list = try await run(as: ada, "cd \(folder); headway list", path)
    scene.check(list.errorText.contains("headwayd was not found"), "without headwayd: \(list)")
    _ = try await run(as: ada, "cd \(folder); headway doctor; headway hub status", path)
    let programs = Ledger.lines(executed)
    scene.check(programs.isEmpty, "programs of another user were executed: \(programs)")
  }

  private func adoptAnothersProcess() async throws {
    let process = try start(as: bob, "exec sleep 300")
    defer { process.kill() }
    expectRefusal(
      try await run(as: ada, "headway adopt \(process.pid)"), "adopt",
      naming: "belongs to another user")
  }
}
