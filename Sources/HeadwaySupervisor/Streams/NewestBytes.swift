/// A ring buffer that keeps the newest `capacity` bytes of a stream.
///
/// `OutputLog` and `ProgressFeed` collect in it the bytes of a stream that is too fast.
struct NewestBytes {
  private let capacity: Int
  private var ring: [UInt8] = []
  /// The index of the oldest byte once the ring is full; 0 before.
  private var start = 0
  /// The number of bytes that were overwritten since the last ``removeAll()``.
  private(set) var dropped = 0

  /// Creates an empty buffer of `capacity` bytes, at least 1.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  var isEmpty: Bool { ring.isEmpty }

  /// Appends `bytes`, overwriting the oldest.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    let kept = UnsafeRawBufferPointer(rebasing: bytes.suffix(capacity))
    dropped += bytes.count - kept.count
    ring.reserveCapacity(capacity)
    let fresh = min(kept.count, capacity - ring.count)
    ring.append(contentsOf: kept.prefix(fresh))
    overwrite(with: UnsafeRawBufferPointer(rebasing: kept.dropFirst(fresh)))
  }

  private mutating func overwrite(with bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let atEnd = min(bytes.count, capacity - start)
    ring.withUnsafeMutableBytes { ring in
      UnsafeMutableRawBufferPointer(rebasing: ring[start...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(atEnd)))
      ring.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(atEnd)))
    }
    start = (start + bytes.count) % capacity
    dropped += bytes.count
  }

  /// Calls `body` with the kept bytes, the oldest first, in one or two parts.
  func forEachPart(_ body: (UnsafeRawBufferPointer) -> Void) {
    ring.withUnsafeBytes { ring in
      body(UnsafeRawBufferPointer(rebasing: ring[start...]))
      if start > 0 { body(UnsafeRawBufferPointer(rebasing: ring[..<start])) }
    }
  }

  /// Empties the buffer and keeps its memory.
  mutating func removeAll() {
    ring.removeAll(keepingCapacity: true)
    (start, dropped) = (0, 0)
  }
}
