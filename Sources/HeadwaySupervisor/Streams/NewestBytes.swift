/// The newest `capacity` bytes of a stream: what is older gives way.
struct NewestBytes {
  private let capacity: Int
  private var ring: [UInt8] = []
  /// Where the oldest byte is once the ring is full.
  private var start = 0
  /// How many gave way since the last ``removeAll()``.
  private(set) var dropped = 0

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var isEmpty: Bool { ring.isEmpty }

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

  /// Oldest first, in one or two parts.
  func forEachPart(_ body: (UnsafeRawBufferPointer) -> Void) {
    ring.withUnsafeBytes { ring in
      body(UnsafeRawBufferPointer(rebasing: ring[start...]))
      if start > 0 { body(UnsafeRawBufferPointer(rebasing: ring[..<start])) }
    }
  }

  mutating func removeAll() {
    ring.removeAll(keepingCapacity: true)
    (start, dropped) = (0, 0)
  }
}
