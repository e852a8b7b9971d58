/// Removes from terminal output what isn't meant for the terminal of a client: questions, and reports
/// of the Program Status Protocol (OSC 7501).
///
/// A terminal types its answer as if it were keys. A client that only watches a task must not type
/// an answer to a question that was meant for another terminal, or that was asked long ago. A report
/// that was told long ago would stand on the client's terminal as if it were true now.
///
/// The filter knows the questions of ECMA-48 and of xterm (its document *XTerm Control Sequences*):
/// device attributes and status, requests of modes and versions, and reports of colours, of the
/// window and of settings. The input may be cut anywhere. A sequence that isn't whole is held, up
/// to ``heldLimit`` bytes.
///
/// ```swift
/// var filter = QueryFilter()
/// filter.pass("a\u{1B}[6nb".utf8)   // "ab": the terminal isn't asked where its cursor is
/// ```
package struct QueryFilter: Sendable {
  private enum Place {
    case text, escape, sequence
    /// An OSC or DCS string, which ends with BEL or `ESC \`.
    case string
  }

  /// The largest number of bytes that are held. No question is longer; a longer sequence is passed
  /// on. Of a status report, ``ProgramStatusCommand/byteLimit`` bytes are held.
  static let heldLimit = 128
  private static let statusBeginning = Array("\u{1B}]7501;".utf8)

  private var place = Place.text
  private var held: [UInt8] = []

  package init() {}

  /// Returns `bytes` and what was held before, without questions.
  package mutating func pass(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var passed: [UInt8] = []
    passed.reserveCapacity(bytes.underestimatedCount + held.count)
    for byte in bytes { filter(byte, &passed) }
    return passed
  }

  /// Returns the held bytes unchanged and forgets them: from now on the client may be asked.
  package mutating func letGo() -> [UInt8] {
    defer { reset() }
    return held
  }

  private mutating func filter(_ byte: UInt8, _ passed: inout [UInt8]) {
    if place == .text {
      if byte == Self.escape { begin() } else if byte != Self.enquiry { passed.append(byte) }
      return
    }
    held.append(byte)
    if isOver(byte) {
      if !isQuery, !isStatus { passed += held }
      reset()
    } else if held.count >= (isStatus ? ProgramStatusCommand.byteLimit : Self.heldLimit) {
      passed += letGo()
    }
  }

  /// Whether the held sequence is a status report, or the beginning of one.
  private var isStatus: Bool { place == .string && held.starts(with: Self.statusBeginning) }

  private mutating func begin() {
    held = [Self.escape]
    place = .escape
  }

  private mutating func reset() {
    held.removeAll(keepingCapacity: true)
    place = .text
  }

  /// Returns whether `byte`, which is the last one held, ends the sequence.
  private mutating func isOver(_ byte: UInt8) -> Bool {
    switch place {
    case .text: return true
    case .escape:
      switch byte {
      case UInt8(ascii: "["): place = .sequence
      case UInt8(ascii: "]"), UInt8(ascii: "P"): place = .string
      case 0x20...0x2F: break
      default: return true
      }
      return false
    case .sequence: return (0x40...0x7E).contains(byte) || byte < 0x20
    case .string: return byte == 0x07 || held.suffix(2) == [Self.escape, UInt8(ascii: "\\")]
    }
  }

  /// Whether the held sequence, which is whole, asks the terminal something.
  private var isQuery: Bool {
    switch place {
    case .text: false
    case .escape: held.last == UInt8(ascii: "Z")
    case .sequence: isSequenceQuery
    case .string: isStringQuery
    }
  }

  /// Whether a control sequence is a question.
  ///
  /// - `c`, `n`, `x`: device attributes, status reports, terminal parameters
  /// - `q` with `>`: the version of the terminal
  /// - `p` with `$`: the state of a mode
  /// - `u` or `m` with `?`: keyboard settings
  /// - `t` with 11…21: the state, size and titles of the window
  private var isSequenceQuery: Bool {
    let body = held.dropFirst(2).dropLast()
    switch held.last {
    case UInt8(ascii: "c"), UInt8(ascii: "n"), UInt8(ascii: "x"): return true
    case UInt8(ascii: "q"): return body.first == UInt8(ascii: ">")
    case UInt8(ascii: "p"): return body.last == UInt8(ascii: "$")
    case UInt8(ascii: "u"), UInt8(ascii: "m"): return body.first == UInt8(ascii: "?")
    case UInt8(ascii: "t"):
      let first = String(decoding: body, as: UTF8.self).split(separator: ";").first
      return first.flatMap { Int($0) }.map { (11...21).contains($0) } ?? false
    default: return false
    }
  }

  /// Whether a string is a question: a DCS for settings (`$q`) or capabilities (`+q`), or an OSC
  /// whose value is `?`.
  private var isStringQuery: Bool {
    let body = held.dropFirst(2)
    if held[1] == UInt8(ascii: "P") {
      return [Array("$q".utf8), Array("+q".utf8)].contains(Array(body.prefix(2)))
    }
    let content = body.prefix { $0 != 0x07 && $0 != Self.escape }
    return content.suffix(2) == Array(";?".utf8)[...]
  }

  private static let escape: UInt8 = 0x1B
  /// The character ENQ, which some terminals answer with a text. It is always removed.
  private static let enquiry: UInt8 = 0x05
}
