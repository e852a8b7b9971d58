import Glibc
import HeadwayModel
import HeadwaySystem
import TestSupport
import TestHarness

extension FaultRow {
  /// Row 3: what became of a task whose worker vanished isn't known, and so it is said.
  static let workerKilled = FaultRow(
    number: 3, fault: "kill -9 a worker", unit: "kills", fullCount: 100, shortCount: 10
  ) { scene in
    let hub = try await scene.startHub()
    var samples = Samples()
    let workers = try (0..<scene.count).map { try LoneWorker(index: $0) }
    let watcher = try Watcher(scene.paths)
    let keys = try workers.map { try $0.awaitBegin() }
    for (worker, key) in zip(workers, keys) {
      worker.program.kill()
      let time = try watcher.timeUntil("the end of \(key)") { $0.tasks[key]?.state == .ended }
      samples.add(time)
      let ending = watcher.tasks[key]?.ending
      if ending?.reason != .lost { scene.lose("\(key) is \(String(describing: ending))") }
    }
    scene.measure("lost within", samples.worst, bar: .seconds(1))
    try await scene.killWithoutHub(hub)
    // Nobody waits for an acknowledgement of these ends: who watches is told while they are written.
    try await eventually("the ends in the record, lost all of them") {
      Set(try await RecordFile(scene).rows.map(\.end)) == ["lost"] ? () : nil
    }
  }
}

/// A process with one worker of the library's.
struct LoneWorker {
  let program: Program
  private let ledger: String

  init(index: Int) throws {
    ledger = "ledger.lone\(index)"
    program = try Program([
      ProcessEnvironment.executablePath ?? "", "crowd", "--workers", "1", "--ledger", ledger,
      "--seed", "\(index + 1)", "--life", "6000000", "--lasting",
    ])
  }

  /// The key of its task, once that has its number.
  func awaitBegin() throws -> TaskKey {
    try eventually("a begin") {
      let begun = Ledger.entries(ledger).first { $0.words[0] == "begun" }
      return begun.flatMap { TaskKey($0.words[1]) }
    }
  }
}

extension FaultScene {
  /// The worker goes while there is no hub: the next one finds out as it starts.
  fileprivate func killWithoutHub(_ hub: HubProcess) async throws {
    let worker = try LoneWorker(index: count)
    let key = try worker.awaitBegin()
    try await hub.kill9()
    worker.program.kill()
    _ = try await startHub()
    let watcher = try Watcher(paths)
    let time = try watcher.timeUntil("the end of \(key)") { $0.tasks[key]?.state == .ended }
    measure("without a hub, after the next start, within", time, bar: .seconds(1))
  }
}
