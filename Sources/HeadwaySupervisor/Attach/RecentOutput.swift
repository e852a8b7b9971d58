/// The newest bytes of a terminal's output, in a ring buffer.
///
/// A *place* is the index of a byte in the whole stream, counted from 0. Each reader keeps its own
/// place. A slow reader finds its place overwritten and continues with the oldest whole line, so
/// that readers cost no memory and never block the stream.
struct RecentOutput {
  private let capacity: Int
  private var ring: [UInt8] = []
  /// The place of the oldest byte.
  private(set) var start: UInt64 = 0
  /// The place after the newest byte.
  private(set) var end: UInt64 = 0
  /// The number of bytes in which ``beginning`` looks for the start of a line.
  private static let searchLimit = 4096

  /// Creates an empty buffer of `capacity` bytes; the memory is allocated with the first output.
  init(capacity: Int = 64 << 10) { self.capacity = max(1, capacity) }

  /// Appends `bytes`, overwriting the oldest.
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

  /// Returns up to `limit` bytes from `place` on, and fewer where the ring wraps around. Empty for
  /// a place that is overwritten or yet to come.
  func bytes(from place: UInt64, limit: Int) -> ArraySlice<UInt8> {
    guard place >= start, place < end else { return [] }
    let first = index(of: place)
    let count = min(limit, capacity - first, Int(end - place))
    return ring[first..<first + count]
  }

  /// The place at which a new reader begins: the start of the oldest whole line. Without one within
  /// ``searchLimit``, it is the first byte that begins a UTF-8 character.
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
