import HeadwayModel

/// The line that is being drawn, as the bytes that a reader would see of it.
///
/// ``ProgressRecogniser`` has one, which it fills from tokens and restarts at each line end. At
/// most ``byteLimit`` bytes are kept: a longer line keeps its head and isn't whole any more.
struct TerminalLine {
  /// The number of bytes that are kept of a line. Progress displays are far shorter.
  static let byteLimit = 4096

  private(set) var bytes: [UInt8] = []
  /// Whether nothing of the line is missing: neither its head (output was skipped) nor its tail.
  ///
  /// Lines that aren't whole are not read.
  private(set) var isWhole = true
  private(set) var place = LinePlace()
  /// The column behind the first ``countedBytes`` bytes, from 1. Nil if nobody knows where the line
  /// began.
  private var countedColumn: Int? = 1
  private var countedBytes = 0

  init() { bytes.reserveCapacity(Self.byteLimit) }

  mutating func append(_ text: UnsafeRawBufferPointer) {
    let room = Self.byteLimit - bytes.count
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text.prefix(room)))
    if text.count > room { isWhole = false }
  }

  /// Adds a space where the cursor jumped to the right.
  mutating func appendSpace() {
    withUnsafeBytes(of: UInt8(ascii: " ")) { append($0) }
  }

  /// Returns where a column lies relative to the end of the line. Nil if that isn't known.
  ///
  /// Each character counts as one column. A wide character has two: a column just behind one then
  /// counts as further right than it is.
  mutating func side(of column: Int) -> Side? {
    guard let counted = countedColumn else { return nil }
    let end = counted + bytes.span.placeCount(in: countedBytes..<bytes.count)
    (countedColumn, countedBytes) = (end, bytes.count)
    return column == end ? .end : column > end ? .right : .left
  }

  /// A place relative to the end of the line.
  enum Side { case left, end, right }

  /// Adds a space where the cursor jumped to the right, to `column`.
  mutating func jump(toColumn column: Int) {
    appendSpace()
    (countedColumn, countedBytes) = (column, bytes.count)
  }

  /// Notes that nobody knows in which column the line begins.
  mutating func forgetColumn() { countedColumn = nil }

  /// Marks the line as one that can't be read: a part is missing, or it holds binary output.
  mutating func markIncomplete() { isWhole = false }

  /// Whether the bytes are UTF-8. Binary output now and then looks like a percent.
  var isText: Bool { (try? UTF8Span(validating: bytes.span)) != nil }

  /// The fingerprint of all bytes, to find out whether two lines are equal.
  var fingerprint: UInt64 { bytes.span.fingerprint }

  /// The bytes in `range` as sanitised text.
  func text(in range: Range<Int>) -> SanitisedText {
    SanitisedText(String(decoding: bytes[range.clamped(to: bytes.indices)], as: UTF8.self))
  }

  mutating func end(by end: LineEnd) { place.end = end }

  /// Begins the next line and hands the bytes of this one over.
  ///
  /// - Parameter spare: Gets the bytes. Its own storage becomes the next line's, so nothing is
  ///   copied.
  mutating func restart(at place: LinePlace, keepingBytesIn spare: inout [UInt8]) {
    swap(&bytes, &spare)
    restart(at: place)
  }

  mutating func restart(at place: LinePlace) {
    bytes.removeAll(keepingCapacity: true)
    isWhole = true
    self.place = place
    (countedColumn, countedBytes) = (1, 0)
  }
}
