/// The question a card turns into.
public struct StallQuestion: Hashable, Sendable {
  /// The name by which the question calls the task.
  public enum Subject: Hashable, Sendable {
    case named(String)
    /// The title stands beside the question, and isn't said again.
    case it
  }

  /// The name of the task in the question.
  public var subject: Subject
  /// The completed fraction, 0 to 1; nil if it isn't known.
  public var fraction: Double?
  /// The kind of the stall.
  public var kind: StallKind
  /// The time for which the clock has stood.
  public var duration: Duration
  /// The factor by which the task is slower than usual; nil if it isn't known.
  public var slowdown: Double?
  /// The memory that the task's processes use, in bytes; nil while unknown.
  public var memoryBytes: Int64?

  /// Makes a question of its values.
  public init(
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
  public var text: String {
    guard kind != .memory else { return memoryText }
    let name =
      if case .named(let name) = subject { name } else { String(localized: "It", context: "task") }
    guard let percent = fraction.map(wholePercent) else { return text(of: name) }
    return text(of: name, percent)
  }

  private func text(of name: String) -> String {
    let time = duration.spoken
    switch (kind, slowdown.map(wholeSlowdown)) {
    case (.notAdvancing, _):
      return String(localized: "\(name) has not advanced for \(time). Continue or stop?")
    case (.slow, let factor?):
      return String(localized: "\(name) has become \(factor) times slower. Continue or stop?")
    case (.slow, nil):
      return String(localized: "\(name) has become much slower. Continue or stop?")
    case (.input, _):
      return String(localized: "\(name) has waited for input for \(time). Continue or stop?")
    case (.silent, _), (.memory, _):
      return String(localized: "\(name) has been silent for \(time). Continue or stop?")
    }
  }

  private func text(of name: String, _ percent: Int) -> String {
    let time = duration.spoken
    switch (kind, slowdown.map(wholeSlowdown)) {
    case (.notAdvancing, _):
      return String(
        localized: """
          \(name) is \(percent)% complete and has not advanced for \(time). Continue or stop?
          """)
    case (.slow, let factor?):
      return String(
        localized: """
          \(name) is \(percent)% complete and has become \(factor) times slower. Continue or stop?
          """)
    case (.slow, nil):
      return String(
        localized: """
          \(name) is \(percent)% complete and has become much slower. Continue or stop?
          """)
    case (.input, _):
      return String(
        localized: """
          \(name) is \(percent)% complete and has waited for input for \(time). Continue or stop?
          """)
    case (.silent, _), (.memory, _):
      return String(
        localized: """
          \(name) is \(percent)% complete and has been silent for \(time). Continue or stop?
          """)
    }
  }

  /// "The system is low on memory. Keep Logger running? (uses 3.2 GiB)"
  private var memoryText: String {
    let name =
      if case .named(let name) = subject { name } else { String(localized: "it", context: "task") }
    guard let memoryBytes else {
      return String(localized: "The system is low on memory. Keep \(name) running?")
    }
    let use = byteWords(memoryBytes)
    return String(localized: "The system is low on memory. Keep \(name) running? (uses \(use))")
  }
}

/// "12 times slower"
public func timesSlower(_ slowdown: Double) -> String {
  String(localized: "\(wholeSlowdown(slowdown)) times slower")
}

/// A slowdown as a whole number, 10 to 9999.
private func wholeSlowdown(_ slowdown: Double) -> Int {
  Int(min(max(slowdown.rounded(.down), 10), 9999))
}

/// A fraction as a whole percent, rounded down: 100 is shown only when all is done.
///
/// 0.29 is stored as a little less, and times 100 gives 28.999…: the next number up is meant.
public func wholePercent(_ fraction: Double) -> Int {
  guard fraction > 0 else { return 0 }
  return fraction >= 1 ? 100 : min(99, Int((fraction * 100).nextUp))
}

/// The hub's limits of the stall clocks, for tasks without their own.
public struct StallLimits: Hashable, Sendable {
  /// The time without a sign of life.
  public var silentAfter: Duration
  /// The time without a sign of life for a task that has never shown progress, whose command the
  /// record doesn't know, and that has no rhythm of its own. At least `silentAfter`.
  public var unmeasuredAfter: Duration
  /// The time without new units, for a task that counts them.
  public var advancingAfter: Duration
  /// The time for which a queued task that expires may wait for input at its terminal.
  public var inputAfter: Duration
  /// The time from the question to the end, for tasks that expire.
  public var countdown: Duration

  /// Makes limits. The defaults are those of the config. `unmeasuredAfter` is ten times
  /// `silentAfter` by default.
  public init(
    silentAfter: Duration = .seconds(30), unmeasuredAfter: Duration? = nil,
    advancingAfter: Duration = .seconds(120), inputAfter: Duration = .seconds(600),
    countdown: Duration = .seconds(30)
  ) {
    self.silentAfter = silentAfter
    self.unmeasuredAfter = max(silentAfter, unmeasuredAfter ?? silentAfter * 10)
    self.advancingAfter = advancingAfter
    self.inputAfter = inputAfter
    self.countdown = countdown
  }
}

/// A person's answer to the question of a stalled task.
public enum StallAnswer: String, Hashable, Sendable, CaseIterable {
  case `continue`, stop
}
