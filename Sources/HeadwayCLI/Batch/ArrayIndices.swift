import HeadwayModel

/// The value of `--array`, in the syntax of Slurm's sbatch(1): `1-100`, `0-20:5`, `1,3,7-9`, and
/// `%8` behind it for eight parts at once at most.
struct ArrayIndices: AllowedWords, Hashable {
  /// The indices in ascending order, each once.
  let indices: [Int]
  /// The number of parts that run at once at most; nil for no limit.
  let limit: Int?

  static var allowedWords: String {
    String(
      localized: """
        indices such as 1-100, 0-20:5 or 1,3,7-9, at most \(ArrayPart.countLimit), with %8 behind \
        them for eight at once
        """)
  }

  init?(argument: String) {
    let parts = argument.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let limit = Self.number(parts[1]), limit > 0 else { return nil }
      self.limit = min(limit, ArrayPart.countLimit)
    } else {
      limit = nil
    }
    var indices: Set<Int> = []
    for piece in parts[0].split(separator: ",", omittingEmptySubsequences: false) {
      guard let range = Self.range(piece) else { return nil }
      indices.formUnion(range)
      guard indices.count <= ArrayPart.countLimit else { return nil }
    }
    self.indices = indices.sorted()
  }

  /// Reads `7`, `1-100` or `0-20:5`. Nil also for too many indices.
  private static func range(_ text: Substring) -> StrideThrough<Int>? {
    let steps = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let ends = steps[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = number(ends[0]), let last = number(ends[ends.count - 1]), first <= last else {
      return nil
    }
    let step = steps.count == 2 ? number(steps[1]) : 1
    guard let step, step > 0, steps.count == 1 || ends.count == 2,
      (last - first) / step < ArrayPart.countLimit
    else { return nil }
    return stride(from: first, through: last, by: step)
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 10,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), ArrayPart.indices.contains(number)
    else { return nil }
    return number
  }
}
