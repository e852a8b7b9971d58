/// A version of Headway that can be compared: `0.10.1` is newer than `0.9`.
///
/// ```swift
/// ReleaseNumber("headway 0.10.1")! > ReleaseNumber("0.9")!   // true
/// ```
package struct ReleaseNumber: Hashable, Sendable {
  /// The parts, the most important first. Zeros at the end are left out.
  private let parts: [Int]

  /// Reads the last word of a text. Nil if it doesn't consist of one to four numbers with dots
  /// between them.
  package init?(_ text: String) {
    let word = text.split(whereSeparator: \.isWhitespace).last ?? ""
    let fields = word.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      field.utf8.count <= 9 && field.utf8.allSatisfy(\.isASCIIDigit) ? Int(field) : nil
    }
    guard (1...4).contains(fields.count), numbers.count == fields.count else { return nil }
    parts = Array(numbers.reversed().drop { $0 == 0 }.reversed())
  }
}

extension ReleaseNumber: Comparable {
  package static func < (one: ReleaseNumber, other: ReleaseNumber) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }
}

extension UInt8 {
  fileprivate var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
