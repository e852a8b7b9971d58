internal import CPCRE
internal import HeadwayModel
internal import Synchronization

/// A regular expression over the bytes of a line, ready to match (PCRE2, pcre2api(3)).
///
/// A match takes at most `matchLimit` steps. An expression that needs more doesn't match, so that a
/// rule of the user's own can't hang the supervisor. Not thread-safe: the memory for the result is
/// shared between matches. ``RuleBook`` has one for each rule.
///
/// ```swift
/// let pattern = try Pattern(#"^(?<percent>\d+)% done"#)
/// if pattern.matcher.matches(bytes, from: 0) {
///   let range = pattern.match(of: bytes.count)[.percent]
/// }
/// ```
final class Pattern {
  private let code: PatternCode
  /// The handle to match with, usable as long as the pattern lives.
  let matcher: Matcher

  /// The number of steps of a match (`pcre2_set_match_limit`).
  private static let matchLimit: UInt32 = 20_000

  /// Compiles `source`.
  ///
  /// - Throws: ``PatternError`` if it is no regular expression, or there is no memory for one.
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

  /// The result of the latest match, valid until the next one.
  ///
  /// - Parameter lineLength: The number of bytes of the matched line.
  func match(of lineLength: Int) -> PatternMatch {
    PatternMatch(
      offsets: pcre2_get_ovector_pointer_8(matcher.data), groups: code.groups,
      lineLength: lineLength)
  }

  /// The first name of a group that has no meaning; nil if there is none.
  ///
  /// Names that begin with `_` are for the expression's own use.
  var strangeName: String? {
    code.names.first { name in
      !name.hasPrefix("_") && !Field.allCases.contains { "\($0)" == name }
    }
  }

  /// Returns whether the expression has at least one group of `fields`.
  func names(_ fields: Set<Field>) -> Bool {
    fields.contains { code.groups[$0.rawValue] > 0 }
  }
}

/// The pointers that a match takes, without anything that is counted by references.
///
/// ``RuleBook`` keeps matchers in an array of their own, because retaining a `Pattern` for each
/// line would cost more than many matches. The pattern owns the memory and must outlive its
/// matcher.
struct Matcher {
  fileprivate let code: OpaquePointer
  /// Whether PCRE2 made machine code of the expression, which is entered without further checks.
  fileprivate let isNative: Bool
  fileprivate let data: OpaquePointer
  fileprivate let context: OpaquePointer?

  func matches(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let match = isNative ? pcre2_jit_match_8 : pcre2_match_8
    return match(code, line.baseAddress, line.count, start, 0, data, context) >= 0
  }
}

/// A compiled regular expression (pcre2pattern(3)). Thread-safe: it never changes.
private final class PatternCode: @unchecked Sendable {
  let pointer: OpaquePointer
  let isNative: Bool
  /// The numbers of the named groups, by field; not positive if the expression has no such group.
  let groups: [Int]

  /// The compile options, which forbid UTF mode whatever the expression says.
  ///
  /// A line may be invalid UTF-8, and in UTF mode PCRE2 would trust it without a check.
  private static let options = PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_UTF

  /// Compiles `source`, to machine code where the machine allows it.
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

  /// The names of all groups, in alphabetical order.
  ///
  /// An entry of the table has the number of the group in two bytes, then its name with a zero at
  /// the end (pcre2api(3), PCRE2_INFO_NAMETABLE).
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

  /// The expressions that this process has compiled, by source. Their number is that of the rules.
  private static let known = Mutex<[String: PatternCode]>([:])

  /// Returns the compiled `source`, compiling it at first use. Any thread may call it.
  static func of(_ source: String) throws(PatternError) -> PatternCode {
    if let code = known.withLock({ $0[source] }) { return code }
    let code = try PatternCode(source)
    known.withLock { $0[source] = code }
    return code
  }
}

/// The reason why a regular expression can't be used. The description is for people.
package enum PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A fault in the expression: PCRE2's error number, and the offset in bytes.
  case invalid(number: Int32, offset: Int)
  /// An expression without a group that says what to read.
  case noGroup
  /// A group with a name that means nothing.
  case strangeGroup(String)

  package var description: String {
    switch self {
    case .invalid(let number, let offset):
      var text = [UInt8](repeating: 0, count: 160)
      let length = pcre2_get_error_message_8(number, &text, text.count)
      let message = String(decoding: text.prefix(Int(max(0, length))), as: UTF8.self)
      return String(localized: "\(message) (at byte \(offset) of the expression)")
    case .noGroup:
      return String(
        localized: "the expression has no named group; add one, like (?<percent>\\d+)")
    case .strangeGroup(let name):
      let known = Field.allCases.map { "\($0)" }.joined(separator: ", ")
      return String(localized: "unknown group \(name); the groups are \(known)")
    }
  }
}

/// The named groups that rules may have: the things that a line can say about progress.
enum Field: Int, CaseIterable {
  /// A percent, 0 to 100.
  case percent
  /// A fraction, 0 to 1.
  case fraction
  /// The amount done and the amount in all.
  ///
  /// An amount is a number, a number with a unit of size (`8.1 MiB`, `12k`), or a time
  /// (`00:01:30.5`).
  case completed, total
  /// An upper bound of the total.
  case bound
  /// The unit, if it stands apart from the amounts.
  case unit
  /// The name of this stretch of the work.
  case phase
  /// The number of the current stage, starting at 1, and the number of stages.
  case stage, stages
  /// The number of stages that remain. Those before are done.
  case left
  /// A mark that the total isn't final.
  case growing
  /// A mark that the stretch is done. On a line with the current stage, or of a tool that has named
  /// it, the stage is done.
  case end
  /// The number of things that are left. With the amount done it makes the amount in all.
  case remaining
  /// A mark that one more thing is done, on a line of its own. The amount in all comes from an
  /// earlier line.
  case one
  /// Signs of which each stands for one thing that is done, such as the dots of a test runner.
  case marks
  /// The places of a bar that aren't filled yet. With ``marks`` they make a percent, alone the
  /// amount in all.
  case rest
  /// A mark that the extent of the work isn't known.
  case unknown
  /// Text for the subtitle: the tool's own rate, and the part of the line that is worth reading.
  case rate, subtitle
  /// The amount done beside a percent: one or more numbers, with units of size or without.
  ///
  /// Their rise is a sign of life while a whole percent stands.
  case amount
}

/// The places of the groups on a line.
struct PatternMatch {
  fileprivate let offsets: UnsafeMutablePointer<Int>
  fileprivate let groups: [Int]
  fileprivate let lineLength: Int

  /// The place of the whole match. `\K` may set the start behind the end; the range is then empty.
  var all: Range<Int> { min(offsets[0], offsets[1])..<offsets[1] }

  /// The place of a group; nil if it took no part (PCRE2_UNSET, which reads as -1).
  subscript(field: Field) -> Range<Int>? {
    let group = groups[field.rawValue]
    guard group > 0 else { return nil }
    let (lower, upper) = (offsets[group * 2], offsets[group * 2 + 1])
    return lower >= 0 && lower <= upper && upper <= lineLength ? lower..<upper : nil
  }
}
