import HeadwayCore

/// The line being drawn, as the bytes a reader would see of it.
///
/// Holds at most `byteLimit` bytes: a longer line keeps its head and is no longer whole.
struct TerminalLine {
  static let byteLimit = 4096

  private(set) var bytes: [UInt8] = []
  /// Nothing of the line is missing: neither its head (output was skipped) nor its tail.
  private(set) var isWhole = true
  private(set) var place = LinePlace()

  init() { bytes.reserveCapacity(Self.byteLimit) }

  mutating func append(_ text: UnsafeRawBufferPointer) {
    let room = Self.byteLimit - bytes.count
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text.prefix(room)))
    if text.count > room { isWhole = false }
  }

  mutating func appendSpace() {
    withUnsafeBytes(of: UInt8(ascii: " ")) { append($0) }
  }

  /// A part is missing, or it can't be what a person is meant to read.
  mutating func markIncomplete() { isWhole = false }

  /// It is what a terminal would show as text: binary output now and then looks like a percent.
  var isText: Bool { (try? UTF8Span(validating: bytes.span)) != nil }

  /// Of all its bytes: of two lines that say the same it is the same.
  var fingerprint: UInt64 { bytes.span.fingerprint }

  /// `range` as text of the outside.
  func text(in range: Range<Int>) -> SanitisedText {
    SanitisedText(String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self))
  }

  /// It ends where the cursor leaves it.
  mutating func end(by end: LineEnd) { place.end = end }

  /// Begins the next line. Its storage is `spare`'s, which takes this line's bytes: no copy.
  mutating func restart(at place: LinePlace, keepingBytesIn spare: inout [UInt8]) {
    swap(&bytes, &spare)
    restart(at: place)
  }

  mutating func restart(at place: LinePlace) {
    bytes.removeAll(keepingCapacity: true)
    isWhole = true
    self.place = place
  }
}
