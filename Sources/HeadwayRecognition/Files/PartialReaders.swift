/// What dd(1) was told to read: `if=FILE bs=1M skip=2 count=10`.
struct BlockOperands: Hashable {
  private var input: NamedFile?
  private var hasInput = false
  private var skipped: Int64 = 0
  /// In bytes; nil for all there is.
  private var limit: Int64?

  /// Nil where an operand isn't understood.
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
    /// The inner nil: it isn't said.
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

  /// Nil where it reads no file.
  func part(of look: ProcessLook) -> ReadPlan.Part? {
    guard let file = hasInput ? input : look.standardInput else { return nil }
    let start = min(skipped, file.size)
    let rest = file.size - start
    return ReadPlan.Part(file: file, range: start..<start + min(limit ?? rest, rest))
  }
}

/// What head(1) was told to read; of lines nobody knows how many bytes they are.
struct HeadOperands: Hashable {
  private var count: ByteCount
  private var files: [NamedFile]
  private var readsInput: Bool

  /// Nil without `-c`, and where it isn't understood.
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

  func parts(of look: ProcessLook) -> [ReadPlan.Part] {
    (readsInput ? [look.standardInput].compactMap { $0 } : files).map { file in
      let end = count.isFromEnd ? file.size - count.value : count.value
      return ReadPlan.Part(file: file, range: 0..<min(max(0, end), file.size))
    }
  }
}

/// A number as the GNU core utilities take it: `512`, `4K`, `10MB`, `1GiB`, `-3M`.
struct ByteCount: Hashable {
  /// Not negative.
  var value: Int64
  /// All but the last of them.
  var isFromEnd: Bool

  /// Nil for anything else, and for what doesn't fit.
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
