/// Reads an input's bytes as choices. Behind the end everything is 0: each input means something.
struct ByteReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ input: [UInt8]) { rest = input[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// 0 to `count` - 1; with the same bytes the same.
  mutating func choice(of count: Int) -> Int { Int(byte()) % count }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// Eight bytes, the most significant first.
  mutating func integer() -> Int64 {
    var value: UInt64 = 0
    for _ in 0..<8 { value = value << 8 | UInt64(byte()) }
    return Int64(bitPattern: value)
  }

  /// At most 255 bytes: a length and so many bytes, as UTF-8 with repairs.
  mutating func text() -> String {
    let length = Int(byte())
    let bytes = rest.prefix(length)
    rest = rest.dropFirst(length)
    return String(decoding: bytes, as: UTF8.self)
  }
}
