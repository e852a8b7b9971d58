/// The newest bytes of a terminal's output, each at its place in the whole stream, counted from 0.
///
/// Who reads keeps a place of their own: who is too slow finds it gone, and goes on with what is
/// left. So a reader costs no memory, and the stream waits for none.
struct RecentOutput {
  private let capacity: Int
  private var ring: [UInt8] = []
  /// The places of the oldest byte, and after the newest.
  private(set) var start: UInt64 = 0
  private(set) var end: UInt64 = 0
  /// How far a replay looks for a line's start.
  private static let searchLimit = 4096

  /// `capacity` in bytes.
  init(capacity: Int = 64 << 10) { self.capacity = max(1, capacity) }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    if ring.isEmpty { ring = [UInt8](repeating: 0, count: capacity) }
    let kept = UnsafeRawBufferPointer(rebasing: bytes.suffix(capacity))
    end += UInt64(bytes.count)
    copy(kept, to: index(of: end - UInt64(kept.count)))
    start = max(start, end - min(end, UInt64(capacity)))
  }

  private mutating func copy(_ bytes: UnsafeRawBufferPointer, to index: Int) {
    let first = min(bytes.count, capacity - index)
    ring.withUnsafeMutableBytes { ring in
      UnsafeMutableRawBufferPointer(rebasing: ring[index...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(first)))
      ring.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(first)))
    }
  }

  private func index(of place: UInt64) -> Int { Int(place % UInt64(capacity)) }

  /// The bytes from `place` on, `limit` at most: fewer than there are where the ring closes. Empty for
  /// a place that is gone or yet to come.
  func bytes(from place: UInt64, limit: Int) -> ArraySlice<UInt8> {
    guard place >= start, place < end else { return [] }
    let first = index(of: place)
    let count = min(limit, capacity - first, Int(end - place))
    return ring[first..<first + count]
  }

  /// Where somebody who has seen nothing yet begins: with the oldest line that is whole, or else with
  /// a character that is.
  var beginning: UInt64 {
    guard start > 0 else { return 0 }
    let limit = min(end - start, UInt64(Self.searchLimit))
    let places = start..<start + limit
    if let newline = places.first(where: { byte(at: $0) == UInt8(ascii: "\n") }) {
      return newline + 1
    }
    return places.first { byte(at: $0) & 0xC0 != 0x80 } ?? start
  }

  private func byte(at place: UInt64) -> UInt8 { ring[index(of: place)] }
}
