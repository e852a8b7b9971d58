internal import HeadwayModel

/// A sorted list without equal elements.
///
/// The elements are kept in chunks of at most `chunkLimit`. Adding or removing one moves the rest
/// of its chunk, not the rest of the list: ending a chain of 100,000 tasks from its front would
/// take quadratic time in one array.
///
///     var list = SortedList<Int>()
///     list.insert(3)
///     list.insert(1)
///     list.elements(after: 1, limit: 10)  // [3]
struct SortedList<Element: Comparable & Sendable>: Sendable {
  /// Sorted chunks of sorted elements; none is empty.
  private var chunks: [[Element]] = []
  private(set) var count = 0

  private static var chunkLimit: Int { 512 }

  var isEmpty: Bool { count == 0 }
  var first: Element? { chunks.first?.first }

  /// Adds `element`, unless an equal one is in the list already.
  mutating func insert(_ element: Element) {
    guard let chunk = chunkIndex(for: element) ?? chunks.indices.last else {
      chunks = [[element]]
      count = 1
      return
    }
    let place = Self.place(of: element, in: chunks[chunk])
    if place < chunks[chunk].count, chunks[chunk][place] == element { return }
    chunks[chunk].insert(element, at: place)
    count += 1
    if chunks[chunk].count > Self.chunkLimit { split(chunk) }
  }

  /// Removes `element`, if the list has it.
  mutating func remove(_ element: Element) {
    guard let chunk = chunkIndex(for: element) else { return }
    let place = Self.place(of: element, in: chunks[chunk])
    guard place < chunks[chunk].count, chunks[chunk][place] == element else { return }
    chunks[chunk].remove(at: place)
    count -= 1
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
  }

  /// Returns the number of elements before `element`, whether the list has `element` or not.
  func index(of element: Element) -> Int {
    guard let chunk = chunkIndex(for: element) else { return count }
    let before = chunks[..<chunk].reduce(0) { $0 + $1.count }
    return before + Self.place(of: element, in: chunks[chunk])
  }

  /// Returns at most `limit` elements that come after `element`, in order. If `element` is nil,
  /// they start with the first one.
  func elements(after element: Element?, limit: Int) -> [Element] {
    guard let element else { return Array(prefix(limit)) }
    guard var chunk = chunkIndex(for: element) else { return [] }
    var place = Self.place(of: element, in: chunks[chunk])
    if chunks[chunk][place] == element { place += 1 }
    var found: [Element] = []
    while chunk < chunks.count, found.count < limit {
      found += chunks[chunk][place...].prefix(limit - found.count)
      (chunk, place) = (chunk + 1, 0)
    }
    return found
  }

  /// Returns the first chunk that doesn't end before `element`; nil if all chunks do.
  private func chunkIndex(for element: Element) -> Int? {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if let last = chunks[middle].last, last < element { low = middle + 1 } else { high = middle }
    }
    return low < chunks.count ? low : nil
  }

  private static func place(of element: Element, in chunk: [Element]) -> Int {
    var (low, high) = (0, chunk.count)
    while low < high {
      let middle = (low + high) / 2
      if chunk[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Splits a chunk in two. The last chunk stays full, because elements are mostly added at the
  /// end.
  private mutating func split(_ chunk: Int) {
    let isLast = chunk == chunks.count - 1
    let kept = isLast ? Self.chunkLimit : Self.chunkLimit / 2
    let rest = Array(chunks[chunk][kept...])
    chunks[chunk].removeSubrange(kept...)
    chunks.insert(rest, at: chunk + 1)
  }
}

extension SortedList: Sequence {
  func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { chunks.joined().makeIterator() }
}
