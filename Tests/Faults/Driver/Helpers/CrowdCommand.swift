import ArgumentParser
import HeadwaySystem

/// Workers of one process, each with the library's link, that take up task after task until a file
/// named `stop` appears.
struct CrowdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "crowd", shouldDisplay: false)

  @Option(name: .long) var workers: Int
  @Option(name: .long) var ledger: String
  @Option(name: .long) var seed: UInt64
  /// The life of a task, milliseconds at most.
  @Option(name: .long) var life = 8000
  /// No task is a short one.
  @Flag(name: .long) var lasting = false

  mutating func run() throws {
    var crowd = Crowd(
      paths: try HeadwayPaths.resolve(), ledger: Ledger(ledger), seed: seed,
      life: TaskLife(milliseconds: life, mayBeShort: !lasting))
    crowd.run(workers: workers)
  }
}
