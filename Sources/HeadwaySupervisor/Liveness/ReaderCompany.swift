internal import HeadwaySystem

/// Whether the rest of a process rests while one of its threads waits for the terminal. Pure.
///
/// Who listens for a key on a thread of its own while others work doesn't wait for the user. Those
/// others must have been still for a while, and for twice as long after each time they weren't:
/// so who only sleeps between two pieces of work isn't taken to wait again and again.
struct ReaderCompany {
  struct Sight: Hashable {
    let reader: Int32
    /// How often the reader has had a processor: unchanged for as long as it waits.
    let readerTurns: UInt64
    /// The processor time of the other threads.
    let othersTime: Duration
    /// How often the command has written something.
    let outputCount: Int
  }

  static let stillness: Duration = .seconds(3)
  /// Of a processor, below which the others do nothing: runtimes look after themselves (a JVM's
  /// threads take 0.15 % while it waits).
  static let restingShare = 0.01

  private struct Wait {
    var first: Sight
    var since: Duration
    var patience = ReaderCompany.stillness
  }

  private var waits: [Int32: Wait] = [:]

  /// Takes in a look at `process`; what it says holds until the next.
  mutating func rests(_ process: Int32, _ sight: Sight, now: Duration) -> Bool {
    guard var wait = waits[process], wait.first.isSameWait(as: sight) else {
      waits[process] = Wait(first: sight, since: now)
      return false
    }
    let isStill = wait.first.isStill(until: sight, after: now - wait.since)
    if !isStill { wait = Wait(first: sight, since: now, patience: wait.patience * 2) }
    waits[process] = wait
    return isStill && now - wait.since >= wait.patience
  }

  mutating func forget(allBut processes: Set<Int32>) {
    waits = waits.filter { processes.contains($0.key) }
  }
}

extension ReaderCompany.Sight {
  fileprivate func isSameWait(as later: Self) -> Bool {
    reader == later.reader && readerTurns == later.readerTurns
  }

  fileprivate func isStill(until later: Self, after elapsed: Duration) -> Bool {
    outputCount == later.outputCount
      && later.othersTime - othersTime <= elapsed * ReaderCompany.restingShare
  }
}
