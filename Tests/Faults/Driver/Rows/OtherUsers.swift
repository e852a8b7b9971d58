import FoundationEssentials
import Glibc
import HeadwaySystem
import TestHarness

extension FaultRow {
  /// Row 23: refused, with a clear error; commands run all the same.
  static let otherUsers = FaultRow(
    number: 23, fault: "sudo with XDG, no XDG, foreign directory or link, another uid",
    unit: "rounds of 16", fullCount: 5, shortCount: 1
  ) { scene in
    guard getuid() == 0 else { throw Obstacle("no second uid: only root has more than one") }
    for _ in 0..<scene.count {
      let users = try await TwoUsers(scene)
      do {
        try await users.askAnothersHub()
        try await users.knockAtAnothersHub()
        try await users.findAnothersHubAtHome()
        try await users.keepAnothersEnvironment()
        try await users.findAForeignDirectory()
        try await users.walkIntoTraps()
        await users.remove()
      } catch {
        await users.remove()
        throw error
      }
    }
  }
}

/// Two users that this machine doesn't know otherwise, Ada and Bob.
struct TwoUsers {
  let scene: FaultScene
  let ada: uid_t
  let bob: uid_t
  let place: String
  private var fallback: String { "/tmp/headway-\(ada)" }

  init(_ scene: FaultScene) async throws {
    self.scene = scene
    var dice = SystemRandomNumberGenerator()
    ada = .random(in: 60_001..<64_000, using: &dice)
    bob = ada + 1
    place = "\(scene.folder)-other"
    guard !exists("/tmp/headway-\(ada)") else { throw Obstacle("user \(ada) is in use") }
    try await scene.run(
      """
      set -e; mkdir -m 755 \(place) \(place)/bin
      cp "$(command -v headway)" "$(command -v headwayd)" "$(command -v headway-faults)" \(place)/bin
      for user in \(ada) \(bob); do
        mkdir -m 700 \(place)/$user \(place)/$user/run \(place)/$user/state \(place)/$user/work
        mkdir -m 700 \(place)/$user/scratch
        chown -R $user:$user \(place)/$user
      done
      """)
  }

  func remove() async {
    _ = try? await run(as: ada, "headway hub stop", ["HEADWAY_SOCKET": ""])
    try? FileManager.default.removeItem(atPath: fallback)
    unlink(fallback)
    try? FileManager.default.removeItem(atPath: place)
  }

  /// A script as one of them, with an environment of their own unless `changes` says otherwise.
  func run(
    as user: uid_t, _ script: String, _ changes: [String: String] = [:]
  ) async throws -> Outcome { try await start(as: user, script, changes).outcome() }

  /// Starts a script as ``run(as:_:_:)`` does.
  func start(
    as user: uid_t, _ script: String, _ changes: [String: String] = [:]
  ) throws -> Program {
    let home = "\(place)/\(user)"
    let own = [
      "HOME": home, "XDG_STATE_HOME": "\(home)/state", "XDG_CONFIG_HOME": home,
      "XDG_RUNTIME_DIR": "", "HEADWAY_SOCKET": "", RowRunner.folderVariable: home,
      "PATH": "\(place)/bin:/usr/bin:/bin",
    ]
    return try Program(
      [
        "setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "bash", "--norc",
        "-c", "cd \(home)/work; \(script)",
      ], environment: own.merging(changes) { $1 })
  }

  func expectRefusal(_ outcome: Outcome, _ what: String, naming words: String) {
    scene.check(outcome.code != 0, "\(what): not refused: \(outcome.text)")
    scene.check(outcome.errorText.contains(words), "\(what) says: \(outcome.errorText)")
    scene.check(
      outcome.errorText.split(separator: "\n").count == 1, "\(what) says: \(outcome.errorText)")
    scene.check(outcome.text.isEmpty, "\(what) shows: \(outcome.text)")
  }

  /// A command runs as without Headway.
  func expectRun(as user: uid_t, _ changes: [String: String], _ what: String) async throws {
    let outcome = try await run(as: user, "headway run -- sh -c 'echo out; exit 3'", changes)
    scene.check(outcome.code == 3 && outcome.text == "out\n", "run, \(what): \(outcome)")
  }

  /// Root's hub, by its socket's name.
  func askAnothersHub() async throws {
    let hub = try await scene.startHub()
    let socket = ["HEADWAY_SOCKET": scene.paths.socket]
    for command in ["list", "status", "hub stop", "cancel 1"] {
      let outcome = try await run(as: ada, "headway \(command)", socket)
      scene.check(
        outcome.code != 0 && outcome.text.isEmpty, "\(command) of another's hub: \(outcome)")
      scene.check(outcome.errorText.contains(scene.folder), "\(command) says: \(outcome.errorText)")
    }
    try await expectRun(as: ada, socket, "another's hub")
    scene.check(HubProcess.answering(scene.paths)?.pid == hub.pid, "the hub is another")
  }

  /// Should the directory be open by mistake, the hub looks at who is there.
  func knockAtAnothersHub() async throws {
    let doors = [
      ("\(place)", mode_t(0o755)), (scene.folder, 0o711), (scene.paths.runtimeDirectory, 0o711),
    ]
    for (path, mode) in doors { chmod(path, mode) }
    chmod(scene.paths.socket, 0o666)
    defer { for path in [scene.folder, scene.paths.runtimeDirectory] { chmod(path, 0o700) } }
    let socket = ["HEADWAY_SOCKET": scene.paths.socket]
    let knock = try await run(
      as: ada, "headway-faults guest --raw --ledger knock; cat knock", socket)
    scene.check(knock.text.contains("dropped"), "another's client hears: \(knock)")
    await expectRefusal(
      try run(as: ada, "headway list", socket), "list at an open door", naming: "belongs to user 0")
    try await HubProcess.answering(scene.paths)?.kill9()
  }

  /// Root listens in Ada's own directory.
  func findAnothersHubAtHome() async throws {
    let driver = ProcessEnvironment.executablePath ?? ""
    let socket = "\(place)/\(ada)/run/hub.sock"
    let standIn = try Program(
      [driver, "stand-in", "--manner", "talkative", "--anywhere"],
      environment: ["HEADWAY_SOCKET": socket])
    defer { standIn.kill() }
    try StandIn.await(at: socket)
    chmod(socket, 0o666)
    await expectRefusal(
      try run(as: ada, "headway list", ["HEADWAY_SOCKET": socket]), "list at a foreign hub",
      naming: "belongs to user 0")
    try await expectRun(as: ada, ["HEADWAY_SOCKET": socket], "a foreign hub")
  }

  /// sudo keeps Bob's variables: his directories aren't used, or refused.
  func keepAnothersEnvironment() async throws {
    for runtime in ["\(place)/\(bob)/run", ""] {
      let start = try await run(as: ada, "headway hub start", ["XDG_RUNTIME_DIR": runtime])
      scene.check(start.code == 0, "with XDG_RUNTIME_DIR=\(runtime): \(start.errorText)")
      scene.check(start.text.contains("\(fallback)/hub.sock"), "it is at \(start.text)")
      _ = try await run(as: ada, "headway hub stop")
    }
    let state = try await run(
      as: ada, "headway hub start", ["XDG_STATE_HOME": "\(place)/\(bob)/state"])
    scene.check(state.code != 0, "a record in another's directory")
    scene.check(
      state.errorText.split(separator: "\n").count == 1, "hub start says: \(state.errorText)")
  }

  /// What is in /tmp under Ada's name isn't hers, or isn't what it seems.
  func findAForeignDirectory() async throws {
    let cases = [
      (
        "install -d -m 700 -o \(bob) \(fallback)",
        "belongs to user \(bob), not to you; set HEADWAY_SOCKET"
      ),
      ("ln -s \(place)/\(ada)/run \(fallback)", "is not a directory"),
      ("install -d -m 777 -o \(ada) \(fallback)", "is open to others"),
      ("install -m 600 -o \(ada) /dev/null \(fallback)", "is not a directory"),
    ]
    for (preparation, words) in cases {
      try await scene.run("rm -rf \(fallback); \(preparation)")
      expectRefusal(try await run(as: ada, "headway hub start"), preparation, naming: words)
      expectRefusal(try await run(as: ada, "headway list"), preparation, naming: words)
      try await expectRun(as: ada, [:], preparation)
    }
    try await scene.run("rm -rf \(fallback)")
  }
}
