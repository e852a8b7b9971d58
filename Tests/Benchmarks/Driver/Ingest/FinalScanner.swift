import Glibc

/// Looks through what a subscriber is sent for the workers' last numbers.
struct FinalScanner {
  private var missing: Set<Int64>
  private var tail: [UInt8] = []
  private(set) var byteCount = 0

  init(workers: Int) { missing = Set((0..<workers).map { UpdateTemplate.final($0) }) }

  var isComplete: Bool { missing.isEmpty }

  private static let wanted = UpdateTemplate.mark + [UInt8(ascii: "9")]
  private static let size = UpdateTemplate.mark.count + UpdateTemplate.digitCount

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    let joint = tail + bytes.prefix(Self.size)
    joint.withUnsafeBytes { scan($0) }
    scan(bytes)
    tail = Array((tail.suffix(Self.size) + bytes.suffix(Self.size)).suffix(Self.size - 1))
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while let found = Self.find(in: UnsafeRawBufferPointer(rebasing: rest)) {
      let start = rest.startIndex + found
      guard start + Self.size <= rest.endIndex else { return }
      let digits = rest[(start + UpdateTemplate.mark.count)..<(start + Self.size)]
      if let number = Int64(String(decoding: digits, as: UTF8.self)) { missing.remove(number) }
      rest = rest[(start + Self.size)...]
    }
  }

  /// The rarest byte of `wanted` in what servers send, and where it is.
  private static let rare = (byte: CInt(UInt8(ascii: "m")), place: 3)

  private static func find(in bytes: UnsafeRawBufferPointer) -> Int? {
    var start = rare.place
    while start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, rare.byte, bytes.count - start)
    {
      let place = UnsafeRawPointer(found) - base
      if bytes[(place - rare.place)...].starts(with: wanted) { return place - rare.place }
      start = place + 1
    }
    return nil
  }
}
