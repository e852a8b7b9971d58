package import HeadwayModel

/// The text of a progress file: `N/M` on its last line, N of M units done.
///
/// The source is the self-reported progress of Argo Workflows: a program writes such a text into the
/// file that `ARGO_PROGRESS_FILE` names, with 0 ≤ N ≤ M.
///
/// ```swift
/// ProgressFileText.reading(of: Array("50/100\n".utf8))   // 50 of 100
/// ```
package enum ProgressFileText {
  /// The number of bytes at the end of a file that are read.
  package static let byteLimit = 64
  /// The most digits of a number. Each such number fits into an `Int64`.
  private static let digitLimit = 18

  /// Reads the text. Nil for any other text, and for a total of 0, which says nothing.
  package static func reading(of text: [UInt8]) -> ProgressReading? {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
    let last = text.suffix(byteLimit).split { $0 == 0x0A || $0 == 0x0D }
      .last { line in line.contains { !blanks.contains($0) } }
    guard let last else { return nil }
    let numbers = last.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { number($0.drop { blanks.contains($0) }, blanks) }
    guard numbers.count == 2, let completed = numbers[0], let total = numbers[1], total > 0,
      completed <= total
    else { return nil }
    return ProgressReading(completed: completed, total: total)
  }

  private static func number(_ text: ArraySlice<UInt8>, _ blanks: Set<UInt8>) -> Int64? {
    var digits = text
    while let end = digits.last, blanks.contains(end) { digits.removeLast() }
    guard (1...digitLimit).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}
