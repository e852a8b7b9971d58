/// The processor time and the memory that the processes of a task use.
///
/// ```swift
/// ResourceUse(cores: 1.52, bytes: 512 << 20, processCount: 3).words
/// // 152% CPU, 512.0 MiB, 3 processes
/// ```
public struct ResourceUse: Hashable, Sendable {
  /// The processors in use since the last look: 1.5 is one and a half. Nil after the first look.
  public var cores: Double?
  /// The memory of all processes together, in bytes. Memory that processes share counts for each.
  public var bytes: Int64
  /// The number of processes, at least 1.
  public var processCount: Int

  /// Makes a use.
  public init(cores: Double?, bytes: Int64, processCount: Int) {
    (self.cores, self.bytes, self.processCount) = (cores, bytes, processCount)
  }

  /// The use as a phrase.
  public var words: String {
    let processes = String(
      localized: processCount, one: "\(processCount) process", many: "\(processCount) processes")
    return [percentWords.map { "\($0) CPU" }, byteWords(bytes), processes].compactMap { $0 }
      .joined(separator: .betweenWords)
  }

  /// The processor time in percent of one processor, as top(1) has it: `152%`. Nil after the first
  /// look.
  public var percentWords: String? { percent.map { "\($0)%" } }

  /// The processor time in percent of one processor, 0 to 100 million. Nil after the first look.
  public var percent: Int? { cores.map { Int(min(max(0, $0), 1e6) * 100 + 0.5) } }
}
