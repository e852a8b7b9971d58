import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem

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

  /// The worst of each half second: by the clock, of those that waited, of how many.
  private mutating func noteTimes() {
    guard SystemClocks.awake - lastNote > .milliseconds(500) else { return }
    lastNote = SystemClocks.awake
    ledger.note(
      "calls", "\(Int64(times.worst / .microseconds(1)))",
      "\(Int64(times.worstWait / .microseconds(1)))", "\(times.count)")
    times = CallTimes()
  }
}
