/// The part of a file that dd(1) was told to read: `if=FILE bs=1M skip=2 count=10`.
struct BlockOperands: Hashable {
  private var input: NamedFile?
  /// Whether there is an `if=`. Without it dd reads its standard input.
  private var hasInput = false
  /// The number of bytes that dd skips at the start.
  private var skipped: Int64 = 0
  /// The number of bytes that dd reads; nil for all there is.
  private var limit: Int64?

  /// Reads the operands; nil if one of them isn't understood.
  init?(_ words: [CommandWord]) {
    var fields: [Substring: Substring] = [:]
    for word in words {
      let parts = word.text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      fields[parts[0]] = parts[1]
      if parts[0] == "if" { (input, hasInput) = (word.file, true) }
    }
    let flags = fields["iflag"]?.split(separator: ",") ?? []
    guard let block = ByteCount(fields["ibs"] ?? fields["bs"] ?? "512") else { return nil }
    /// The operand `name` in bytes. The outer nil means that it isn't understood, the inner one
    /// that it is missing.
    func bytes(_ name: Substring, _ flag: Substring) -> Int64?? {
      guard let field = fields[name] else { return .some(nil) }
      guard let count = ByteCount(field) else { return nil }
      let isInBytes = flags.contains(flag) || field.hasSuffix("B")
      let (product, isOver) = count.value.multipliedReportingOverflow(
        by: isInBytes ? 1 : block.value)
      return isOver ? nil : .some(product)
    }
    guard let skip = bytes("skip", "skip_bytes"), let count = bytes("count", "count_bytes") else {
      return nil
    }
    (skipped, limit) = (skip ?? 0, count)
  }

  /// The part that dd reads; nil if it reads no regular file.
  func part(of look: ProcessLook) -> ReadPlan.Part? {
    guard let file = hasInput ? input : look.standardInput else { return nil }
    let start = min(skipped, file.size)
    let rest = file.size - start
    return ReadPlan.Part(file: file, range: start..<start + min(limit ?? rest, rest))
  }
}

/// The parts of files that head(1) was told to read.
///
/// Only `-c` can be understood. Of lines (`-n`) nobody knows the number of bytes.
struct HeadOperands: Hashable {
  private var count: ByteCount
  private var files: [NamedFile]
  /// Whether no file is named, so that head reads its standard input.
  private var readsInput: Bool

  /// Reads the operands; nil without `-c`, with `-n`, and if the number isn't understood.
  init?(_ words: [CommandWord]) {
    var (count, rest): (ByteCount?, [CommandWord]) = (nil, [])
    var index = 0
    while index < words.count {
      let text = words[index].text
      if text == "-c" || text == "--bytes", index + 1 < words.count {
        index += 1
        count = ByteCount(words[index].text[...])
      } else if text.hasPrefix("--bytes=") {
        count = ByteCount(text.dropFirst("--bytes=".count))
      } else if text.hasPrefix("-c") {
        count = ByteCount(text.dropFirst(2))
      } else if text.hasPrefix("-n") || text.hasPrefix("--lines") {
        return nil
      } else {
        rest.append(words[index])
      }
      index += 1
    }
    guard let count else { return nil }
    let operands = ReadingProgram.operands(of: rest)
    (self.count, files, readsInput) = (count, operands.compactMap(\.file), operands.isEmpty)
  }

  /// The part of each file, from its start.
  func parts(of look: ProcessLook) -> [ReadPlan.Part] {
    (readsInput ? [look.standardInput].compactMap { $0 } : files).map { file in
      let end = count.isFromEnd ? file.size - count.value : count.value
      return ReadPlan.Part(file: file, range: 0..<min(max(0, end), file.size))
    }
  }
}

/// A number of bytes as the GNU core utilities take it: `512`, `4K`, `10MB`, `1GiB`, `-3M`.
struct ByteCount: Hashable {
  /// The number without its sign, at least 0.
  var value: Int64
  /// Whether the number has a minus: head then reads all but the last so many bytes.
  var isFromEnd: Bool

  /// Reads a number; nil for anything else, and for a number that needs more than 64 bits.
  init?(_ word: Substring) {
    isFromEnd = word.first == "-"
    let rest = isFromEnd ? word.dropFirst() : word
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), let factor = Self.factor(rest[digits.endIndex...]) else {
      return nil
    }
    let (product, isOver) = number.multipliedReportingOverflow(by: factor)
    guard !isOver else { return nil }
    value = product
  }

  /// The number of bytes of a suffix: dd's `c`, `w` and `b`, or a power of 1024 or 1000; nil for
  /// another.
  private static func factor(_ suffix: Substring) -> Int64? {
    switch suffix {
    case "", "c", "B": return 1
    case "w": return 2
    case "b": return 512
    default: break
    }
    guard let power = "KMGTP".firstIndex(of: Character(suffix.prefix(1).uppercased())) else {
      return nil
    }
    let base: Int64
    switch suffix.dropFirst() {
    case "", "iB": base = 1024
    case "B": base = 1000
    default: return nil
    }
    let exponent = "KMGTP".distance(from: "KMGTP".startIndex, to: power) + 1
    return (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
