/// A batch of one worker's updates as it goes over the socket, whose numbers are put in place
/// before each send, so that no two updates are alike and making them costs next to nothing.
struct UpdateTemplate {
  private(set) var bytes: [UInt8] = []
  private var numberOffsets: [Int] = []

  /// Ten digits: every number takes the same room.
  static let digitCount = 10
  static let total: Int64 = 9_999_999_999
  /// The last number of worker `index`: where it arrives, all of that worker's has.
  static func final(_ index: Int) -> Int64 { 9_000_000_000 + Int64(index) }
  static let mark = Array("\"completed\":".utf8)

  init(count: Int, of dialect: some Dialect, by index: Int) {
    for _ in 0..<count {
      let start = bytes.count
      bytes += dialect.publication(Self.payload(index), by: index)
      numberOffsets.append(Self.numberOffset(in: bytes[start...]))
    }
  }

  /// One update of each of these tasks, as the hub reads them.
  init(tasks: Range<Int>) {
    for index in tasks {
      let start = bytes.count
      bytes += Self.payload(index) + [UInt8(ascii: "\n")]
      numberOffsets.append(Self.numberOffset(in: bytes[start...]))
    }
  }

  var count: Int { numberOffsets.count }

  /// As the worker library sends it: what changed, and nothing else.
  private static func payload(_ index: Int) -> [UInt8] {
    let text =
      #"{"type":"update","task":"\#(workerKey(index))","completed":1000000000,"#
      + #""subtitle":"file 1000000000 of many"}"#
    return Array(text.utf8)
  }

  private static func numberOffset(in publication: ArraySlice<UInt8>) -> Int {
    let places = publication.indices.dropLast(mark.count)
    let start = places.first { publication[$0...].starts(with: mark) }
    return (start ?? publication.startIndex) + mark.count
  }

  /// The subtitle's number follows the mark's.
  private static let subtitleDistance = digitCount + #","subtitle":"file "#.utf8.count

  /// Numbers the updates from `first` on.
  mutating func number(from first: Int64) {
    for (place, offset) in numberOffsets.enumerated() { set(first + Int64(place), at: offset) }
  }

  mutating func setLast(_ number: Int64) {
    if let offset = numberOffsets.last { set(number, at: offset) }
  }

  private mutating func set(_ number: Int64, at offset: Int) {
    var rest = number
    bytes.withUnsafeMutableBufferPointer { bytes in
      for place in stride(from: Self.digitCount - 1, through: 0, by: -1) {
        let digit = UInt8(ascii: "0") + UInt8(rest % 10)
        bytes[offset + place] = digit
        bytes[offset + Self.subtitleDistance + place] = digit
        rest /= 10
      }
    }
  }
}
