/// The question a card turns into.
package struct StallQuestion: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case named(String)
    /// The title stands beside the question, and isn't said again.
    case it
  }

  package var subject: Subject
  package var fraction: Double?
  package var kind: StallKind
  package var duration: Duration
  /// The factor by which the task is slower than usual; nil if it isn't known.
  package var slowdown: Double?
  /// The memory that the task's processes use, in bytes; nil while unknown.
  package var memoryBytes: Int64?

  package init(
    _ subject: Subject, fraction: Double?, kind: StallKind, duration: Duration,
    slowdown: Double? = nil, memoryBytes: Int64? = nil
  ) {
    self.subject = subject
    self.fraction = fraction
    self.kind = kind
    self.duration = duration
    self.slowdown = slowdown
    self.memoryBytes = memoryBytes
  }

  /// "Nightly backup is 16% complete and has not advanced for 45 s. Continue or stop?"
  package var text: String {
    let percent = fraction.map { " is \(wholePercent($0))% complete and" } ?? ""
    let finding =
      switch kind {
      case .silent: "has been silent for \(duration.spoken)"
      case .notAdvancing: "has not advanced for \(duration.spoken)"
      case .slow: "has become \(slowdown.map(timesSlower) ?? "much slower")"
      case .memory: ""
      }
    guard kind != .memory else { return memoryText }
    let start = if case .named(let name) = subject { name } else { "It" }
    return "\(start)\(percent) \(finding). Continue or stop?"
  }

  /// "The system is low on memory. Keep Logger running? (uses 3.2 GiB)"
  private var memoryText: String {
    let name = if case .named(let name) = subject { name } else { "it" }
    let use = memoryBytes.map { " (uses \(byteWords($0)))" } ?? ""
    return "The system is low on memory. Keep \(name) running?\(use)"
  }
}

/// "12 times slower"
package func timesSlower(_ slowdown: Double) -> String {
  "\(Int(min(max(slowdown.rounded(.down), 10), 9999))) times slower"
}

/// A fraction as a whole percent, rounded down: 100 is shown only when all is done.
///
/// 0.29 is stored as a little less, and times 100 gives 28.999…: the next number up is meant.
package func wholePercent(_ fraction: Double) -> Int {
  guard fraction > 0 else { return 0 }
  return fraction >= 1 ? 100 : min(99, Int((fraction * 100).nextUp))
}
