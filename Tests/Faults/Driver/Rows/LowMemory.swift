import Glibc
import HeadwayModel
import HeadwaySystem
import TestProcesses
import TestHarness

extension FaultRow {
  /// Row 31: other programs use up the memory. The largest task is asked about, a small one never is,
  /// and none is ended unless the config says so.
  static let lowMemory = FaultRow(
    number: 31, fault: "low on memory", unit: "of each policy", fullCount: 1, shortCount: 1
  ) { scene in
    try await scene.attempt { try await scene.runLowOnMemory() }
  }
}

extension FaultScene {
  fileprivate func runLowOnMemory() async throws {
    let group = try LimitedGroup()
    _ = try await startHub()
    let logger = try Program([
      "headway", "run", "--title", "logger", "--", "sh", "-c",
      "while :; do date; sleep 0.2; done",
    ])
    try await askAboutLargest(group)
    try await endLargest(group)
    let small = try await task("logger")
    check(small.state == "running" && small.stalled == nil, "the logger was asked: \(small)")
    logger.send(SIGTERM)
    _ = await logger.end(within: .seconds(10))
  }

  /// By default the question stays while memory is short, without a countdown, and goes then.
  private func askAboutLargest(_ group: LimitedGroup) async throws {
    let hog = try startHog("asked")
    try group.press(folder)
    let start = SystemClocks.awake
    let asked = try await task("asked", within: .seconds(40)) { $0.stalled == "memory" }
    note("asked \((SystemClocks.awake - start).shown) after the pressure began")
    check(asked.expiresIn == nil, "the question counts down: \(asked)")
    check(asked.question?.contains("iB)") == true, "the question has no figure: \(asked)")
    check(try await task("logger").stalled == nil, "a small logger was asked about")
    group.relieve()
    try await task("asked", within: .seconds(40)) { $0.stalled != "memory" }
    check(!hog.hasEnded, "a task was ended that is only to be asked about")
    check(
      try await run("headway cancel --force \(asked.number)").code == 0, "nobody cancels the task")
    await check(hog.end(within: .seconds(10)) != nil, "a cancelled task holds its memory")
  }

  /// With the policy "end" nobody answers, and the largest task makes room.
  private func endLargest(_ group: LimitedGroup) async throws {
    let text = "[memory]\npolicy = \"end\"\n[stall]\ncountdown = \"1s\"\n"
    try PrivateDirectory.ensure("\(folder)/config/headway")
    try DurableFile.write(Array(text.utf8), to: "\(folder)/config/headway/config.toml")
    check(try await run("headway hub reload").code == 0, "the hub didn't read the config")
    let hog = try startHog("ended")
    try group.press(folder)
    let ended = try await task("ended", within: .seconds(40)) { $0.state == "ended" }
    group.relieve()
    check(ended.end == "expired/resource", "it ended as \(ended.end)")
    _ = await hog.end(within: .seconds(10))
  }

  /// A command whose child's child holds 6 % of the memory.
  private func startHog(_ title: String) throws -> Program {
    let bytes = (Machine().memoryBytes ?? .max) / 100 * 6
    guard bytes < 3 << 30 else { throw Obstacle("6 % of this machine's memory is too much") }
    let script = "import time; held = b'x' * \(bytes); print('holds', flush=True); time.sleep(600)"
    let hog = try Program(
      ["headway", "run", "--title", title, "--", "sh", "-c", "python3 -c \"$HOG\"; :"],
      environment: ["HOG": script])
    try timeUntil("the memory is held", within: .seconds(30)) { hog.outputText == "holds\n" }
    return hog
  }
}

/// A control group of little memory, in which programs wait for memory all the time.
private final class LimitedGroup {
  private let folder: String
  private var programs: [Program] = []

  /// In the memory hierarchy of version 1, or in the one hierarchy of version 2 (cgroups(7)).
  init() throws {
    guard (try? PressureNews())?.path == "/proc/pressure/memory" else {
      throw Obstacle("the kernel doesn't tell of the machine's pressure")
    }
    let places = [
      ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max"),
    ]
    for (root, limit) in places {
      let folder = "\(root)/headway-faults-\(getpid())"
      guard mkdir(folder, 0o755) == 0 else { continue }
      if Self.write("41943040", to: "\(folder)/\(limit)") {
        self.folder = folder
        return
      }
      rmdir(folder)
    }
    throw Obstacle("no control group with a limit of memory")
  }

  deinit {
    relieve()
    let deadline = SystemClocks.awake + .seconds(5)
    while rmdir(folder) != 0, errno == EBUSY, SystemClocks.awake < deadline { usleep(10_000) }
  }

  func relieve() {
    for program in programs { program.kill() }
    programs = []
  }

  /// Starts eight programs that read far more than they may keep in memory. Eight keep somebody waiting
  /// for memory 9 tenths of the time. Two did for a third, which is hardly more than the hub asks for.
  func press(_ scratch: String) throws {
    let file = "\(scratch)/scratch/pressure"
    let touch = """
      import mmap, sys
      source = open(sys.argv[1], 'rb')
      pages = mmap.mmap(source.fileno(), 0, prot=mmap.PROT_READ)
      while True:
          for place in range(0, len(pages), 4096): pages[place]
      """
    let script = """
      echo $$ >\(folder)/cgroup.procs || exit 1
      head -c 300M /dev/zero >\(file)
      echo written
      for reader in 1 2 3 4 5 6 7 8; do python3 -c "$TOUCH" \(file) & done
      wait
      """
    let program = try Program.script(script, environment: ["TOUCH": touch])
    programs.append(program)
    try timeUntil("the file is written", within: .seconds(60)) {
      program.hasEnded || program.outputText == "written\n"
    }
    if program.hasEnded { throw Obstacle("nobody enters the control group") }
  }

  private static func write(_ text: String, to path: String) -> Bool {
    let file = OwnedDescriptor(open(path, O_WRONLY | O_CLOEXEC))
    guard file.raw >= 0 else { return false }
    return text.withCString { Glibc.write(file.raw, $0, strlen($0)) } == text.utf8.count
  }
}
