/// Looks through what a subscriber is sent for the workers' last numbers.
struct FinalScanner {
  private var missing: Set<Int64>
  private var tail: [UInt8] = []
  private(set) var byteCount = 0

  init(workers: Int) { missing = Set((0..<workers).map { UpdateTemplate.final($0) }) }

  var isComplete: Bool { missing.isEmpty }

  private static let search = ByteSearch(
    UpdateTemplate.mark + [UInt8(ascii: "9")], rarest: UpdateTemplate.rarestOfMark)
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
    while let found = Self.search.first(in: UnsafeRawBufferPointer(rebasing: rest)) {
      let start = rest.startIndex + found
      guard start + Self.size <= rest.endIndex else { return }
      let digits = rest[(start + UpdateTemplate.mark.count)..<(start + Self.size)]
      if let number = Int64(String(decoding: digits, as: UTF8.self)) { missing.remove(number) }
      rest = rest[(start + Self.size)...]
    }
  }
}
