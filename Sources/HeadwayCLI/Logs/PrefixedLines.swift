import HeadwayModel
import HeadwayMonitor

/// The output of one task as lines with a prefix, for logs that are printed side by side.
///
/// A line that a program redraws with carriage returns is printed once, as it looked last. The form
/// `unchanged` keeps the carriage returns. A line longer than ``byteLimit`` is printed in pieces.
///
/// ```swift
/// var lines = PrefixedLines(.harmless)
/// output += lines.pass(bytes, prefix: "7 train | ")
/// ```
struct PrefixedLines {
  /// The most bytes that are held while the end of their line hasn't come.
  static let byteLimit = 64 << 10

  /// The filter for a terminal; nil for another form.
  private var harmless: HarmlessOutput?
  /// The filter for a file or a pipe; nil for another form.
  private var plain: PlainOutput?
  private var held: [UInt8] = []
  /// Whether the last byte was a carriage return, which begins a redrawn line or ends this one.
  private var isAfterReturn = false

  /// Starts at the beginning of an output.
  init(_ form: LogOutput.Form) {
    harmless = form == .harmless ? HarmlessOutput() : nil
    plain = form == .plain ? PlainOutput() : nil
  }

  /// Returns the lines that `bytes` complete, each behind the prefix.
  mutating func pass(_ bytes: some Sequence<UInt8>, prefix: [UInt8]) -> [UInt8] {
    guard let passed = plain?.pass(bytes) else { return split(bytes, prefix) }
    return split(passed, prefix)
  }

  private mutating func split(_ bytes: some Sequence<UInt8>, _ prefix: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        endLine(&lines, prefix)
        continue
      }
      if harmless != nil, byte == UInt8(ascii: "\r") {
        isAfterReturn = true
        continue
      }
      if isAfterReturn {
        held.removeAll(keepingCapacity: true)
        isAfterReturn = false
      }
      held.append(byte)
      if held.count >= Self.byteLimit { endLine(&lines, prefix) }
    }
    return lines
  }

  /// Returns the line without an end, if there is one.
  mutating func finish(prefix: [UInt8]) -> [UInt8] {
    var lines = split(plain?.finish() ?? [], prefix)
    if !held.isEmpty { endLine(&lines, prefix) }
    return lines
  }

  private mutating func endLine(_ lines: inout [UInt8], _ prefix: [UInt8]) {
    lines += prefix
    if var harmless {
      lines += harmless.pass(held)
      // The next line may be another task's.
      lines += harmless.closing
      self.harmless = harmless
    } else {
      lines += held
    }
    lines.append(UInt8(ascii: "\n"))
    held.removeAll(keepingCapacity: true)
    isAfterReturn = false
  }
}

/// The prefixes of the lines: number and title, in columns that widen with each new task.
struct LinePrefixes {
  private let isColoured: Bool
  private var numberWidth = 0
  private var titleWidth = 0

  /// The most cells of a title.
  static let titleLimit = 24
  /// Cyan, yellow, green, magenta and blue (ECMA-48, SGR 30 to 37). Red is for errors.
  private static let colours = [36, 33, 32, 35, 34]

  init(isColoured: Bool) { self.isColoured = isColoured }

  /// Makes room for a task.
  mutating func makeRoom(for task: TaskSnapshot) {
    numberWidth = max(numberWidth, task.number.description.count)
    titleWidth = max(titleWidth, cellWidth(Self.title(of: task)))
  }

  /// The prefix of the lines of a task: `7 train | `.
  func prefix(of task: TaskSnapshot) -> [UInt8] {
    let (number, title) = (task.number.description, Self.title(of: task))
    let text =
      String(repeating: " ", count: max(0, numberWidth - number.count)) + number + " " + title
      + String(repeating: " ", count: max(0, titleWidth - cellWidth(title))) + " |"
    guard isColoured else { return Array("\(text) ".utf8) }
    let colour = Self.colours[task.number.value % Self.colours.count]
    return Array("\u{1B}[\(colour)m\(text)\u{1B}[0m ".utf8)
  }

  private static func title(of task: TaskSnapshot) -> String {
    truncated(task.title.string, to: titleLimit, ellipsis: "…")
  }
}
