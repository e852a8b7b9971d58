/// The line being drawn, as the bytes a reader would see of it.
///
/// Holds at most `byteLimit` bytes: a longer line keeps its head and is no longer whole.
struct TerminalLine {
  static let byteLimit = 4096

  private(set) var bytes: [UInt8] = []
  /// Nothing of the line is missing: neither its head (output was skipped) nor its tail.
  private(set) var isWhole = true
  /// It draws over an earlier line instead of standing below it.
  private(set) var isRedraw = false

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

  /// Begins the next line. Its storage is `spare`'s, which takes this line's bytes: no copy.
  mutating func restart(asRedraw: Bool, keepingBytesIn spare: inout [UInt8]) {
    swap(&bytes, &spare)
    restart(asRedraw: asRedraw)
  }

  mutating func restart(asRedraw: Bool) {
    bytes.removeAll(keepingCapacity: true)
    isWhole = true
    isRedraw = asRedraw
  }
}
