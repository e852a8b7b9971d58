import ArgumentParser
import Glibc
import HeadwayLink
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

/// Steps its workers whenever one has something to do.
struct Crowd {
  let paths: HeadwayPaths
  let ledger: Ledger
  private var dice: Dice
  private let life: TaskLife
  private var times = CallTimes()
  private var lastNote = SystemClocks.awake
  private var poller = Poller()

  init(paths: HeadwayPaths, ledger: Ledger, seed: UInt64, life: TaskLife) {
    self.paths = paths
    self.ledger = ledger
    self.life = life
    dice = Dice(seed: seed)
  }

  mutating func run(workers count: Int) {
    var workers: [CrowdWorker?] = Array(repeating: nil, count: count)
    var isStopping = false
    while true {
      if !isStopping, exists("stop") { isStopping = true }
      for index in workers.indices {
        step(&workers[index], isStopping: isStopping)
      }
      noteTimes()
      let left = workers.compactMap { $0 }
      if left.isEmpty { return }
      wait(for: left)
    }
  }

  private mutating func step(_ worker: inout CrowdWorker?, isStopping: Bool) {
    if worker == nil, !isStopping {
      worker = CrowdWorker(paths: paths, ledger: ledger, life: life, dice: &dice)
    }
    worker?.step(isStopping: isStopping, times: &times, dice: &dice)
    if worker?.isSettled == true { worker = nil }
  }

  private mutating func wait(for workers: [CrowdWorker]) {
    poller.begin()
    for worker in workers {
      guard let descriptor = worker.link.descriptor else { continue }
      poller.watch(descriptor, worker.link.wantsWrite ? [.readable, .writable] : .readable)
    }
    let soon = SystemClocks.awake + .milliseconds(100)
    poller.wait(until: workers.map(\.nextDeadline).min().map { min($0, soon) } ?? soon)
  }

  /// The worst of each half second: by the clock, without waiting for a processor, of how many.
  private mutating func noteTimes() {
    guard SystemClocks.awake - lastNote > .milliseconds(500) else { return }
    lastNote = SystemClocks.awake
    ledger.note(
      "calls", "\(Int64(times.worst / .microseconds(1)))",
      "\(Int64(times.worstOwn / .microseconds(1)))", "\(times.count)")
    times = CallTimes()
  }
}
