/// A sorted list of turns in the launch queue.
///
/// The turns are kept in chunks of at most `chunkLimit`. Adding or removing a turn moves the rest of
/// one chunk, not the rest of the queue: ending a chain of 100,000 tasks from its front would take
/// quadratic time in one array.
struct TurnOrder: Sendable {
  typealias Turn = LaunchQueue.Turn

  /// Sorted chunks of sorted turns; none is empty.
  private var chunks: [[Turn]] = []
  private(set) var count = 0

  private static let chunkLimit = 512

  var isEmpty: Bool { count == 0 }
  var first: Turn? { chunks.first?.first }

  /// Adds `turn`, unless an equal one is in the list already.
  mutating func insert(_ turn: Turn) {
    guard let chunk = chunkIndex(for: turn) ?? chunks.indices.last else {
      chunks = [[turn]]
      count = 1
      return
    }
    let place = Self.place(of: turn, in: chunks[chunk])
    if place < chunks[chunk].count, chunks[chunk][place] == turn { return }
    chunks[chunk].insert(turn, at: place)
    count += 1
    if chunks[chunk].count > Self.chunkLimit { split(chunk) }
  }

  /// Removes `turn`; does nothing where the list doesn't have it.
  mutating func remove(_ turn: Turn) {
    guard let chunk = chunkIndex(for: turn) else { return }
    let place = Self.place(of: turn, in: chunks[chunk])
    guard place < chunks[chunk].count, chunks[chunk][place] == turn else { return }
    chunks[chunk].remove(at: place)
    count -= 1
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
  }

  /// The number of turns before `turn`, whether the list has `turn` or not.
  func index(of turn: Turn) -> Int {
    guard let chunk = chunkIndex(for: turn) else { return count }
    let before = chunks[..<chunk].reduce(0) { $0 + $1.count }
    return before + Self.place(of: turn, in: chunks[chunk])
  }

  /// The first chunk that doesn't end before `turn`; nil where all do.
  private func chunkIndex(for turn: Turn) -> Int? {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if let last = chunks[middle].last, last < turn { low = middle + 1 } else { high = middle }
    }
    return low < chunks.count ? low : nil
  }

  private static func place(of turn: Turn, in chunk: [Turn]) -> Int {
    var (low, high) = (0, chunk.count)
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle] < turn { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Most turns are added at the end: the first half stays full, so that chunks don't stay half empty.
  private mutating func split(_ chunk: Int) {
    let isLast = chunk == chunks.count - 1
    let kept = isLast ? Self.chunkLimit : Self.chunkLimit / 2
    let rest = Array(chunks[chunk][kept...])
    chunks[chunk].removeSubrange(kept...)
    chunks.insert(rest, at: chunk + 1)
  }
}

extension TurnOrder: Sequence {
  func makeIterator() -> FlattenSequence<[[Turn]]>.Iterator { chunks.joined().makeIterator() }
}
