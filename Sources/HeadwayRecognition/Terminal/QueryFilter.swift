/// Takes out of terminal output what a terminal would answer: whoever only watches mustn't type an
/// answer for a question asked of somebody else, or asked long ago.
///
/// Known are the questions of ECMA-48 and of xterm's control sequences: device attributes and status,
/// mode and version requests, reports of colours, of the window and of settings. Bytes in, bytes out,
/// however they are cut; what isn't whole yet is held, ``heldLimit`` bytes at most.
package struct QueryFilter: Sendable {
  private enum Place {
    case text, escape, sequence
    /// OSC or DCS, up to BEL or ESC `\`.
    case string
  }

  /// No question is longer.
  static let heldLimit = 128

  private var place = Place.text
  private var held: [UInt8] = []

  package init() {}

  package mutating func pass(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var passed: [UInt8] = []
    passed.reserveCapacity(bytes.underestimatedCount + held.count)
    for byte in bytes { take(byte, &passed) }
    return passed
  }

  /// What was held, as it is.
  package mutating func letGo() -> [UInt8] {
    defer { reset() }
    return held
  }

  private mutating func take(_ byte: UInt8, _ passed: inout [UInt8]) {
    if place == .text {
      if byte == Self.escape { begin() } else if byte != Self.enquiry { passed.append(byte) }
      return
    }
    held.append(byte)
    if isOver(byte) {
      if !isQuery { passed += held }
      reset()
    } else if held.count >= Self.heldLimit {
      passed += letGo()
    }
  }

  private mutating func begin() {
    held = [Self.escape]
    place = .escape
  }

  private mutating func reset() {
    held.removeAll(keepingCapacity: true)
    place = .text
  }

  /// Whether `byte`, the last one held, ends the sequence.
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

  private var isQuery: Bool {
    switch place {
    case .text: false
    case .escape: held.last == UInt8(ascii: "Z")
    case .sequence: isSequenceQuery
    case .string: isStringQuery
    }
  }

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

  private var isStringQuery: Bool {
    let body = held.dropFirst(2)
    if held[1] == UInt8(ascii: "P") {
      return [Array("$q".utf8), Array("+q".utf8)].contains(Array(body.prefix(2)))
    }
    let content = body.prefix { $0 != 0x07 && $0 != Self.escape }
    return content.suffix(2) == Array(";?".utf8)[...]
  }

  private static let escape: UInt8 = 0x1B
  private static let enquiry: UInt8 = 0x05
}
