internal import HeadwayModel
internal import HeadwaySystem

/// Decides whether the other threads of a process rest while one of its threads waits for the
/// terminal. Pure.
///
/// A program that listens for keys on one thread while others work doesn't wait for its user. The
/// other threads count as resting once they have been still for ``stillness``. Each time they turn
/// out to work, the required time doubles. So a program that only sleeps between pieces of work
/// isn't reported as waiting again and again.
struct ReaderCompany {
  /// The activity of a process, as one look has found it.
  struct Sight: Hashable {
    /// The thread that waits for the terminal.
    let reader: Int32
    /// The number of times that the reader has run on a processor. It stays the same for the whole
    /// of a wait.
    let readerTurns: UInt64
    /// The processor time of the other threads together.
    let othersTime: Duration
    /// The number of times that the command has written something.
    let outputCount: Int
  }

  /// The time for which the other threads must be still, at first.
  static let stillness: Duration = .seconds(3)
  /// The longest time for which the other threads must be still. A program may write beside a thread
  /// that reads for as long as it likes.
  static let longestPatience: Duration = .seconds(600)
  /// The share of a processor below which the other threads count as still. Runtimes have
  /// housekeeping threads: a waiting JVM's take 0.15 %.
  static let restingShare = 0.01

  /// A wait under observation.
  private struct Wait {
    /// The activity at the beginning of the still period.
    var first: Sight
    /// The beginning of the still period.
    var since: AwakeTime
    /// The time for which the other threads must be still.
    var patience = ReaderCompany.stillness
  }

  /// The waits by process.
  private var waits: [Int32: Wait] = [:]

  /// Records a look at `process`. Returns whether its other threads rest; the answer holds until
  /// the next look.
  mutating func rests(_ process: Int32, _ sight: Sight, now: AwakeTime) -> Bool {
    guard var wait = waits[process], wait.first.isSameWait(as: sight) else {
      waits[process] = Wait(first: sight, since: now)
      return false
    }
    let isStill = wait.first.isStill(until: sight, after: now - wait.since)
    if !isStill {
      let patience = min(wait.patience * 2, Self.longestPatience)
      wait = Wait(first: sight, since: now, patience: patience)
    }
    waits[process] = wait
    return isStill && now - wait.since >= wait.patience
  }

  /// Forgets the processes that no longer read a terminal.
  mutating func forget(allBut processes: Set<Int32>) {
    waits = waits.filter { processes.contains($0.key) }
  }
}

/// Comparison of two looks.
extension ReaderCompany.Sight {
  /// Whether the reader has not run since this look.
  fileprivate func isSameWait(as later: Self) -> Bool {
    reader == later.reader && readerTurns == later.readerTurns
  }

  /// Whether the process wrote nothing and its other threads hardly ran in the meantime.
  fileprivate func isStill(until later: Self, after elapsed: Duration) -> Bool {
    outputCount == later.outputCount
      && later.othersTime - othersTime <= elapsed * ReaderCompany.restingShare
  }
}
