/// The answer of the config (`[memory] policy`) to a system that is low on memory.
public enum MemoryPolicy: String, Hashable, Sendable, CaseIterable {
  /// The question stays until somebody answers, or until the system has memory again.
  case ask
  /// The question counts down. The task ends when nobody answers in time.
  case end
  /// The hub asks no question.
  case ignore
}
