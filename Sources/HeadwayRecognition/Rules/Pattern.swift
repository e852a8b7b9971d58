internal import CPCRE
internal import Synchronization

/// A regular expression over the bytes of a line, ready to match.
///
/// A match costs at most `matchLimit` steps: what takes longer doesn't match. Not thread-safe.
final class Pattern {
  private let code: PatternCode
  let matcher: Matcher

  private static let matchLimit: UInt32 = 20_000

  /// Throws where `source` is no regular expression, or there is no memory for one.
  init(_ source: String) throws(PatternError) {
    code = try PatternCode.of(source)
    guard let data = pcre2_match_data_create_from_pattern_8(code.pointer, nil) else {
      throw .invalid(number: PCRE2_ERROR_NOMEMORY, offset: 0)
    }
    let context = pcre2_match_context_create_8(nil)
    if let context { pcre2_set_match_limit_8(context, Self.matchLimit) }
    matcher = Matcher(code: code.pointer, isNative: code.isNative, data: data, context: context)
  }

  deinit {
    pcre2_match_context_free_8(matcher.context)
    pcre2_match_data_free_8(matcher.data)
  }

  /// What the matcher found last, on a line of so many bytes; until it matches again.
  func match(of lineLength: Int) -> PatternMatch {
    PatternMatch(
      offsets: pcre2_get_ovector_pointer_8(matcher.data), groups: code.groups,
      lineLength: lineLength)
  }

  /// The first name of a group that means nothing; nil where all have a meaning, or begin with `_`
  /// as those of which only the expression itself makes use.
  var strangeName: String? {
    code.names.first { name in
      !name.hasPrefix("_") && !Field.allCases.contains { "\($0)" == name }
    }
  }

  /// Whether it has at least one group of `fields`.
  func names(_ fields: Set<Field>) -> Bool {
    fields.contains { code.groups[$0.rawValue] > 0 }
  }
}

/// What matching takes, owned by a pattern, and nothing that is counted by references.
struct Matcher {
  fileprivate let code: OpaquePointer
  /// Made machine code, which is entered without further checks.
  fileprivate let isNative: Bool
  fileprivate let data: OpaquePointer
  fileprivate let context: OpaquePointer?

  /// Whether there is a match from `start` on.
  func matches(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let match = isNative ? pcre2_jit_match_8 : pcre2_match_8
    return match(code, line.baseAddress, line.count, start, 0, data, context) >= 0
  }
}

/// A regular expression, compiled (PCRE2, see pcre2pattern(3)). Thread-safe: it never changes.
private final class PatternCode: @unchecked Sendable {
  let pointer: OpaquePointer
  let isNative: Bool
  /// The numbers of the named groups, by field; not positive for none.
  let groups: [Int]

  /// Bytes, whatever the expression says: a line need not be UTF-8, and of one that is said to be
  /// PCRE2 believes it.
  private static let options = PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_UTF

  private init(_ source: String) throws(PatternError) {
    var (number, offset): (Int32, Int) = (0, 0)
    let source = Array(source.utf8)
    let code = pcre2_compile_8(source, source.count, Self.options, &number, &offset, nil)
    guard let code else { throw .invalid(number: number, offset: offset) }
    pointer = code
    var nativeSize = 0
    isNative =
      pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE) == 0
      && pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_JITSIZE), &nativeSize) == 0 && nativeSize > 0
    groups = Field.allCases.map { Int(pcre2_substring_number_from_name_8(code, "\($0)")) }
  }

  /// The names of all its groups, in the order of the alphabet (pcre2api(3), PCRE2_INFO_NAMETABLE): a
  /// number in two bytes, and a name that ends with a zero, in each entry.
  var names: [String] {
    var (count, size): (UInt32, UInt32) = (0, 0)
    var table: UnsafePointer<UInt8>?
    guard pcre2_pattern_info_8(pointer, UInt32(PCRE2_INFO_NAMECOUNT), &count) == 0,
      pcre2_pattern_info_8(pointer, UInt32(PCRE2_INFO_NAMEENTRYSIZE), &size) == 0,
      pcre2_pattern_info_8(pointer, UInt32(PCRE2_INFO_NAMETABLE), &table) == 0, let table
    else { return [] }
    return (0..<Int(count)).map { String(cString: table + $0 * Int(size) + 2) }
  }

  deinit { pcre2_code_free_8(pointer) }

  /// Compiled once in a process: there are as many as rules.
  private static let known = Mutex<[String: PatternCode]>([:])

  static func of(_ source: String) throws(PatternError) -> PatternCode {
    if let code = known.withLock({ $0[source] }) { return code }
    let code = try PatternCode(source)
    known.withLock { $0[source] = code }
    return code
  }
}

/// Why a regular expression can't be used.
package enum PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// PCRE2's number, and where in the expression, in bytes from 0.
  case invalid(number: Int32, offset: Int)
  case noGroup
  /// A named group that no field is called like.
  case strangeGroup(String)

  package var description: String {
    switch self {
    case .invalid(let number, let offset):
      var text = [UInt8](repeating: 0, count: 160)
      let length = pcre2_get_error_message_8(number, &text, text.count)
      let message = String(decoding: text.prefix(Int(max(0, length))), as: UTF8.self)
      return "\(message) (at byte \(offset) of the expression)"
    case .noGroup:
      return "no group says what to read: name one, like (?<percent>\\d+)"
    case .strangeGroup(let name):
      let known = Field.allCases.map { "\($0)" }.joined(separator: ", ")
      return "nothing is read from a group named \(name); those that are: \(known)"
    }
  }
}

/// The named groups that rules may have: what a line says of progress.
enum Field: Int, CaseIterable {
  /// 0 to 100.
  case percent
  /// 0 to 1.
  case fraction
  /// Amounts: a number, or one with a unit of size (`8.1 MiB`, `12k`), or a time (`00:01:30.5`).
  case completed, total
  /// The total is at most this.
  case bound
  /// The unit where it stands apart from the amounts.
  case unit
  /// What this stretch of the work is called.
  case phase
  /// The stretch that is being worked on is the n-th, from 1, of so many.
  case stage, stages
  /// So many of the stages remain: those before are done.
  case left
  /// The total isn't final.
  case growing
  /// The stretch is done.
  case end
  /// The extent of what goes on isn't known.
  case unknown
  case rate, subtitle
  /// How much is done: numbers, with units of size or without, whose rise is headway where a whole
  /// percent stands.
  case amount
}

/// Where the groups are in a line.
struct PatternMatch {
  fileprivate let offsets: UnsafeMutablePointer<Int>
  fileprivate let groups: [Int]
  fileprivate let lineLength: Int

  /// \K may set the start behind the end.
  var all: Range<Int> { min(offsets[0], offsets[1])..<offsets[1] }

  /// Nil for a group that took no part: its offsets are PCRE2_UNSET, which reads as -1.
  subscript(field: Field) -> Range<Int>? {
    let group = groups[field.rawValue]
    guard group > 0 else { return nil }
    let (lower, upper) = (offsets[group * 2], offsets[group * 2 + 1])
    return lower >= 0 && lower <= upper && upper <= lineLength ? lower..<upper : nil
  }
}
