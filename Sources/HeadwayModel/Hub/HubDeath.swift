/// The end of a hub that said no goodbye: when, how, and what the hub was working on.
public struct HubDeath: Hashable, Sendable {
  /// The cause of a hub's death.
  public enum Cause: Hashable, Sendable {
    /// The hub ended by itself with this exit status.
    case exited(Int32)
    case killed(signal: Int32)
    /// The way in which the hub ended isn't known.
    case unknown
  }

  /// The part of a hub's life in which it died.
  public enum Phase: String, Hashable, Sendable {
    /// The hub didn't listen yet.
    case start
    /// The hub had listened for less than ``HubStarts/earlyTime``.
    case early
    case service
  }

  /// CLOCK_BOOTTIME of the machine's current boot.
  public var time: RunningTime
  /// The time of the death, for display.
  public var wall: WallTime
  /// The cause of the death.
  public var cause: Cause
  /// The part of the hub's life in which it died.
  public var phase: Phase
  /// The work that the hub was doing, in words that follow "while". Empty if it isn't known.
  public var activity: SanitisedText

  /// Makes a death.
  public init(
    time: RunningTime, wall: WallTime, cause: Cause, phase: Phase, activity: SanitisedText = .empty
  ) {
    self.time = time
    self.wall = wall
    self.cause = cause
    self.phase = phase
    self.activity = activity
  }

  /// Returns the death as a clause with "the hub" as its subject.
  ///
  /// - Parameter clock: The time `wall` as the user's clock shows it.
  public func words(at clock: String) -> String {
    let end = endWords(at: clock)
    guard !activity.isEmpty else { return end }
    return String(localized: "\(end), while \(localizing: activity)")
  }

  private func endWords(at clock: String) -> String {
    switch (cause, phase) {
    case (.unknown, .start): String(localized: "died at start, at \(clock)")
    case (.unknown, _): String(localized: "ended unexpectedly, at \(clock) or later")
    case (.exited(let status), .start):
      String(localized: "died at start, at \(clock), with exit status \(status)")
    case (.exited(let status), _):
      String(localized: "died at \(clock) with exit status \(status)")
    case (.killed(let signal), .start):
      String(localized: "died at start, at \(clock), of \(Self.name(ofSignal: signal))")
    case (.killed(let signal), .early):
      String(localized: "died soon after its start, at \(clock), of \(Self.name(ofSignal: signal))")
    case (.killed(let signal), .service):
      String(localized: "died at \(clock) of \(Self.name(ofSignal: signal))")
    }
  }

  /// Whether the hub was killed by SIGKILL, from a person or from the kernel for lack of memory. A
  /// single such death says nothing about the hub.
  public var isKill: Bool { cause == .killed(signal: 9) }

  private static func name(ofSignal signal: Int32) -> String {
    SignalName.of(signal).map { String(localized: "signal \(signal) (\($0))") }
      ?? String(localized: "signal \(signal)")
  }
}

extension HubDeath {
  /// The death of a hub that is gone, by its own note. A hub that was killed noted nothing of that:
  /// then the time is the last at which the hub was seen at work. An early death is one by a crash.
  ///
  /// - Parameters:
  ///   - listeningAt: nil for a hub that never listened.
  ///   - crash: nil for a hub that noted no crash.
  ///   - now: CLOCK_BOOTTIME, as all the times.
  public init(
    listeningAt: RunningTime?, seenAt: RunningTime, crash: (signal: Int32, at: RunningTime)?,
    activity: SanitisedText, now: RunningTime, _ wall: WallTime
  ) {
    let time = min(now, crash?.at ?? max(seenAt, listeningAt ?? seenAt))
    let isEarly = listeningAt.map { crash != nil && time - $0 < HubStarts.earlyTime }
    self.init(
      time: time, wall: wall.advanced(by: time - now),
      cause: crash.map { .killed(signal: $0.signal) } ?? .unknown,
      phase: isEarly.map { $0 ? .early : .service } ?? .start, activity: activity)
  }
}

/// A death of a hub that a person should hear of.
public struct HubDeathNews: Hashable, Sendable {
  /// The time and the cause in words, with "the hub" as the subject.
  public var words: String
  /// Hubs die at start: none can serve.
  public var isFailing: Bool

  /// Makes the news of a death from the words of an answer.
  public init(words: String, isFailing: Bool) {
    self.words = words
    self.isFailing = isFailing
  }
}

// One line of the file of starts: `death TIME WALL PHASE CAUSE ACTIVITY…`, where CAUSE is `exit-3`,
// `signal-11` or `unknown`.
extension HubDeath {
  var line: String {
    let cause =
      switch cause {
      case .exited(let status): "exit-\(status)"
      case .killed(let signal): "signal-\(signal)"
      case .unknown: "unknown"
      }
    let times = "\(time.sinceOrigin.wholeNanoseconds) \(wall.millisecondsSinceEpoch)"
    return "death \(times) \(phase.rawValue) \(cause) \(activity.string)"
  }

  /// Reads a line of the file; nil for words that are no such line.
  init?(words: [Substring]) {
    guard words.count >= 5, words[0] == "death", let time = Int64(words[1]),
      let wall = Int64(words[2]), let phase = Phase(rawValue: String(words[3])),
      let cause = Cause(word: words[4])
    else { return nil }
    self.init(
      time: RunningTime(sinceOrigin: .nanoseconds(time)),
      wall: WallTime(millisecondsSinceEpoch: wall), cause: cause, phase: phase,
      activity: SanitisedText(words[5...].joined(separator: " "), limit: .title))
  }
}

extension HubDeath.Cause {
  /// - Parameter status: as waitpid(2) returns it.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  fileprivate init?(word: Substring) {
    if word == "unknown" {
      self = .unknown
      return
    }
    let parts = word.split(separator: "-")
    guard parts.count == 2, let number = Int32(parts[1]) else { return nil }
    switch parts[0] {
    case "exit": self = .exited(number)
    case "signal": self = .killed(signal: number)
    default: return nil
    }
  }
}

extension Duration {
  /// Clamped to what fits.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let product = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let sum = product.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard !product.overflow, !sum.overflow else { return seconds < 0 ? .min : .max }
    return sum.partialValue
  }
}
