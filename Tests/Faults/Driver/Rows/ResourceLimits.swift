import Glibc
import HeadwaySystem
import TestHarness

extension FaultRow {
  /// Row 27: under each limit of setrlimit(2) a command runs as without Headway, and a hub works or
  /// refuses in a line.
  static let resourceLimits = FaultRow(
    number: 27, fault: "resource limits, each at the smallest that the plain command bears",
    unit: "limits", fullCount: LimitCase.all.count, shortCount: LimitCase.all.count
  ) { scene in
    for limit in LimitCase.all {
      try await scene.attempt { try await scene.compareRuns(under: limit) }
      try await scene.startHub(under: limit)
    }
    try await scene.attempt { try await LimitedUser(scene).compareRuns() }
    try await scene.limitFiles()
    try await scene.keepLimits()
  }
}

/// One resource and the values that are tried, from the smallest on.
private struct LimitCase {
  /// The option of prlimit(1).
  let name: String
  let values: [Int]
  /// What is run under it; bash(1) understands it.
  var command = "/bin/echo out"

  /// Powers of two.
  private static func powers(_ range: ClosedRange<Int>) -> [Int] { range.map { 1 << $0 } }

  private static let flood =
    "/bin/sh -c 'head -c 300000 /dev/zero | tr \"\\\\0\" x; echo err >&2; exit 3'"

  static let all: [LimitCase] = [
    LimitCase(name: "as", values: powers(20...31)),
    LimitCase(name: "core", values: [0, 4096], command: "/bin/sh -c 'kill -SEGV $$'"),
    LimitCase(name: "cpu", values: [1, 2]),
    LimitCase(name: "data", values: powers(14...29)),
    LimitCase(name: "fsize", values: [0, 1, 4096, 73_728, 1 << 24], command: flood),
    LimitCase(name: "locks", values: [0, 1]),
    LimitCase(name: "memlock", values: [0, 65_536]),
    LimitCase(name: "msgqueue", values: [0, 4096]),
    LimitCase(name: "nice", values: [0]),
    LimitCase(name: "nofile", values: Array(3...40) + [64, 256]),
    LimitCase(name: "nproc", values: [0, 1, 64]),
    LimitCase(name: "rss", values: [0, 4096]),
    LimitCase(name: "rtprio", values: [0]),
    LimitCase(name: "rttime", values: [0, 1]),
    LimitCase(name: "sigpending", values: [0, 1]),
    LimitCase(name: "stack", values: powers(12...23)),
  ]

  func words(_ value: Int) -> String { "prlimit --\(name)=\(value):\(value) --" }
}

extension FaultScene {
  /// From the smallest value on with which both the command and the program `headway` can be
  /// executed: below the size of the program the kernel doesn't load it (execve(2)).
  fileprivate func compareRuns(under limit: LimitCase) async throws {
    // Through a pipe: the output of a row is a file, which would be limited too.
    func runs(_ words: String, _ command: String) async throws -> Outcome {
      try await run("ulimit -S -c 0; \(words) \(command) 2>err | cat; exit ${PIPESTATUS[0]}")
    }
    let normal = try await runs("", limit.command)
    var first: Int?
    for value in limit.values where first == nil {
      let plain = try await runs(limit.words(value), limit.command)
      let isSame = plain.code == normal.code && plain.output == normal.output
      if isSame, try await runs(limit.words(value), "headway --version").code == 0 { first = value }
    }
    guard let first else { throw Obstacle("no value of \(limit.name) lets the command run") }
    for value in limit.values where value >= first {
      let run = try await runs(limit.words(value), "headway run -- \(limit.command)")
      let isSame = run.code == normal.code && run.output == normal.output
      let said = try await self.run("cat err").text
      check(
        isSame, "run with \(limit.name)=\(value): \(run.status), \(run.output.count) bytes; \(said)"
      )
      check(
        said.split(separator: "\n").count { $0.hasPrefix("headway: ") } <= 1,
        "run with \(limit.name)=\(value) says: \(said)")
      _ = try await self.run("headway hub stop")
    }
    note("\(limit.name) from \(first)")
  }

  /// With every value: it serves, or says in a line why not.
  fileprivate func startHub(under limit: LimitCase) async throws {
    for value in limit.values {
      guard try await run("ulimit -S -c 0; \(limit.words(value)) headway --version").code == 0
      else {
        continue
      }
      let start = try await run("ulimit -S -c 0; \(limit.words(value)) headway hub start")
      let what = "a hub with \(limit.name)=\(value)"
      if start.code == 0 {
        let task = try await run("n=$(headway submit -- sh -c 'exit 3') && headway wait $n")
        check(task.code == 3, "\(what) doesn't serve: \(task.status) \(task.errorText)")
      } else {
        check(start.errorText.split(separator: "\n").count == 1, "\(what): \(start.errorText)")
        check(start.took < .seconds(2), "\(what) is refused after \(start.took.shown)")
      }
      _ = try await run("headway hub stop")
    }
  }

  /// The command that floods a file is ended by the limit, or hears of it, as without Headway; the
  /// log of a flood through a pipe keeps the newest part.
  fileprivate func limitFiles() async throws {
    let command = "head -c 300000 /dev/zero"
    for setting in ["", "trap '' XFSZ; "] {
      let limit = "\(setting)ulimit -f 72; ulimit -c 0;"
      let plain = try await run("\(limit) \(command) >plain")
      let run = try await run("\(limit) headway run -- \(command) >run")
      check(
        run.code == plain.code && plain.code != 0,
        "to a file \(setting)\(plain.status), with run \(run.status)")
      check(try await self.run("cmp plain run").code == 0, "the file is another, \(setting)")
    }
    _ = try await startHub()
    let piped = try await run(
      "(ulimit -f 72; headway run --id piped -- \(command); echo $? >&2) | cat")
    check(
      piped.output.count == 300_000 && piped.errorText == "0\n",
      "through a pipe: \(piped.errorText)")
    let log = try await run("headway logs piped")
    check(log.output.count >= 72 << 10, "of its log \(log.output.count) bytes are left")
  }

  /// The command sees the limits and dispositions of the shell, also from a hub that has raised its
  /// own.
  fileprivate func keepLimits() async throws {
    let look = "sh -c 'cat /proc/self/limits; grep -E \"Sig(Blk|Ign)\" /proc/self/status'"
    let limits =
      "prlimit --as=8000000000: --cpu=900: --data=800000000: --fsize=80000000: --nofile=200: "
      + "--stack=1000000: --core=0: --memlock=4096: --sigpending=99: --msgqueue=4096: --"
    for setting in ["", "trap '' XFSZ PIPE XCPU; "] {
      let plain = try await run("\(setting)\(limits) \(look)")
      let run = try await run("\(setting)\(limits) headway run -- \(look)")
      check(plain.output == run.output, "run changes limits: \(plain.text) \(run.text)")
    }
    _ = try await run("headway hub stop")
    let start = try await run("\(limits) headway hub start")
    check(start.code == 0, "a hub with soft limits: \(start.errorText)")
    // A queued command has the limits of the shell that submits it, whatever those of the hub are.
    for limits in ["", limits] {
      let plain = try await run("\(limits) cat /proc/self/limits")
      let queued = try await run(
        """
        number=$(\(limits) headway submit -- cat /proc/self/limits); headway wait $number
        headway logs $number
        """)
      check(
        queued.text == plain.text,
        "a queued command has other limits: \(queued.text)")
    }
    let pid = HubProcess.answering(paths)?.pid ?? 0
    let hub = try await run("cat /proc/\(pid)/limits").text
    let limited = try await run("\(limits) cat /proc/self/limits").text
    check(!hub.isEmpty && hub != limited, "the hub hasn't raised its limits")
  }
}

/// A user who is in nothing else's way: the limit on processes counts all of a user.
private struct LimitedUser {
  private let scene: FaultScene
  private let user: uid_t
  private let place: String

  init(_ scene: FaultScene) throws {
    guard getuid() == 0 else { throw Obstacle("no second uid: only root has more than one") }
    self.scene = scene
    var dice = SystemRandomNumberGenerator()
    user = .random(in: 60_001..<64_000, using: &dice)
    place = "\(scene.folder)-other"
  }

  func compareRuns() async throws {
    try await scene.run(
      """
      set -e; rm -rf \(place); mkdir -m 755 \(place) \(place)/bin
      cp "$(command -v headway)" "$(command -v headwayd)" \(place)/bin
      mkdir -m 700 \(place)/home \(place)/home/run \(place)/home/state
      chown -R \(user):\(user) \(place)/home
      """)
    let command = "sh -c 'echo a | cat; exit 3'"
    for value in Array(1...12) + [40, 100, 120] {
      let plain = try await run(value, command)
      guard plain.code == 3, plain.text == "a\n" else { continue }
      let run = try await run(value, "headway run -- \(command)")
      scene.check(
        run.code == plain.code && run.output == plain.output,
        "run with nproc=\(value): \(run.status) \(run.text) \(run.errorText)")
      let start = try await self.run(value, "headway hub start")
      scene.check(
        start.code == 0 || start.errorText.split(separator: "\n").count == 1,
        "a hub with nproc=\(value): \(start.errorText)")
      _ = try await self.run(value, "headway hub stop")
    }
  }

  private func run(_ limit: Int, _ command: String) async throws -> Outcome {
    let home = "\(place)/home"
    return try await Program(
      [
        "setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "bash", "--norc",
        "-c", "cd \(home); exec prlimit --nproc=\(limit):\(limit) -- \(command)",
      ],
      environment: [
        "HOME": home, "XDG_STATE_HOME": "\(home)/state", "XDG_CONFIG_HOME": home,
        "XDG_RUNTIME_DIR": "", "HEADWAY_SOCKET": "\(home)/run/hub.sock",
        RowRunner.folderVariable: scene.folder, "PATH": "\(place)/bin:/usr/bin:/bin",
      ]
    ).outcome()
  }
}
