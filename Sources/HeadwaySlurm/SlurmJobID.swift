/// The number of a Slurm job, with the index for an element of a job array: `17`, `17_5`.
package struct SlurmJobID: Hashable, Sendable {
  /// The number of the job. For an element of an array, the number of the array. At least 1.
  package let number: Int
  /// The index of the element in its array, 0 or more; nil for a job on its own.
  package let index: Int?

  /// Makes an id; nil for a number or an index that Slurm doesn't give.
  package init?(number: Int, index: Int? = nil) {
    guard Self.numbers.contains(number), index.map(Self.indices.contains) ?? true else {
      return nil
    }
    (self.number, self.index) = (number, index)
  }

  /// Reads `17` or `17_5`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 32 else { return nil }
    let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int(digits: $0) }) else { return nil }
    guard parts.count == 2 else {
      self.init(number: number)
      return
    }
    guard let index = Int(digits: parts[1]) else { return nil }
    self.init(number: number, index: index)
  }

  /// Returns the job that `sbatch --parsable` accepted. The output is `17` or `17;cluster`. Nil for
  /// any other output.
  package static func accepted(_ output: String) -> SlurmJobID? {
    let lines = output.utf8.prefix(4096).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    guard lines.count == 1, let line = lines.first else { return nil }
    let number = line.prefix { $0 != UInt8(ascii: ";") }
    return Int(digits: String(decoding: number, as: UTF8.self)).flatMap { SlurmJobID(number: $0) }
  }

  /// The numbers that jobs can have (`NO_VAL` and everything above is reserved).
  private static let numbers = 1...0xFFFF_FFFD
  private static let indices = 0...0xFFFF_FFFD
}

extension SlurmJobID: CustomStringConvertible {
  /// The id as Slurm's commands read it.
  package var description: String { index.map { "\(number)_\($0)" } ?? "\(number)" }
}

extension Int {
  /// Reads a number of ASCII digits only; nil for anything else and for a number that is too large.
  init?(digits text: some StringProtocol) {
    guard !text.isEmpty, text.utf8.count <= 18,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.init(text)
  }
}
