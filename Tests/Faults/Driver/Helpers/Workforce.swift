import HeadwaySystem
import TestHarness

/// A hundred workers of three kinds, and a monitor.
struct Workforce {
  private let observer: Program
  private var programs: [Program] = []

  private static let crowds = 4
  private static let workersPerCrowd = 21
  private static let patrons = 8
  static let runners = 8

  /// A long run has long tasks: about ten end every second.
  init(_ scene: FaultScene) throws {
    let seed = scene.seed
    let life = scene.isShort ? 8000 : 40_000
    let driver = ProcessEnvironment.executablePath ?? ""
    observer = try Program([driver, "observer", "--ledger", "shown"])
    for index in 0..<Self.crowds {
      programs.append(
        try Program([
          driver, "crowd", "--workers", "\(Self.workersPerCrowd)", "--ledger",
          "ledger.crowd\(index)", "--seed", "\(seed &+ UInt64(index))",
          "--life", "\(life)",
        ]))
    }
    for index in 0..<Self.patrons {
      programs.append(
        try Program([
          driver, "patron", "--ledger", "ledger.patron\(index)", "--seed",
          "\(seed &+ 100 &+ UInt64(index))", "--pause", "\(life / 20)",
        ]))
    }
    programs.append(
      try Program.script(Self.runs, environment: ["PAUSE": scene.isShort ? "0.1" : "2"]))
  }

  /// Commands with known bytes and known statuses: each `run`'s identifier, the status that its
  /// command leaves with, and the one that came out.
  private static let runs = """
    for w in $(seq \(runners)); do (
      i=0
      until [ -e stop ]; do
        i=$((i + 1)); code=$((RANDOM % 4)); lines=$((RANDOM % 3000))
        headway run --id run.$w.$i -- sh -c "seq $lines; sleep 0.$((RANDOM % 9)); exit $code" \\
          >bytes.$w 2>>errors
        echo "0 run.$w.$i $code $?" >>runs.$w
        seq $lines | cmp -s - bytes.$w || echo "run.$w.$i" >>wrong
        sleep $PAUSE
      done
    ) & done; wait
    """

  /// The workers end their tasks; the monitor looks on.
  func finish() async throws {
    try touch("stop")
    for program in programs { try await Self.expectEnd(of: program) }
  }

  func dismissObserver() async throws {
    try touch("enough")
    try await Self.expectEnd(of: observer)
  }

  private static func expectEnd(of program: Program) async throws {
    guard await program.end(within: .seconds(60)) == 0 else {
      throw HarnessError("a worker didn't finish: \(program.errorText)")
    }
  }
}
