/// The starts of a hub as all those share them who start one: the latest start, its outcome, and
/// how many hubs in a row died before.
///
/// A pure value. Its text is a file that only the holder of the start lock rewrites. Two others
/// append a line to it: a hub that listens (`listening`), and the process that waits for a starting
/// hub (`died STATUS TIME`).
public struct HubStarts: Hashable, Sendable {
  /// Hubs that died at start or soon after, in a row.
  public private(set) var deaths = 0
  /// The latest death, also if hubs have served well since.
  public private(set) var lastDeath: HubDeath?
  fileprivate var start: Start?

  fileprivate struct Start: Hashable {
    var time: RunningTime
    var wall: WallTime
    var outcome = Outcome.open
  }

  fileprivate enum Outcome: Hashable {
    case open
    case listened
    case died(waitStatus: Int32, at: RunningTime)
  }

  /// A hub that crashes within this time after it listened counts as one that died at start.
  public static let earlyTime: Duration = .seconds(10)
  /// The longest pause between two starts.
  public static let longestPause: Duration = .seconds(60)
  /// A file of starts is never longer, in bytes.
  public static let byteLimit = 16_384

  /// Makes the notes of a hub that was never started.
  public init() {}

  /// The pause after the latest death: 1 s, doubled with every further death. Somebody may have
  /// killed one hub by SIGKILL: the first such death costs no pause.
  public var pause: Duration {
    let counted = lastDeath?.isKill == true ? deaths - 1 : deaths
    guard counted > 0 else { return .zero }
    return min(.seconds(1 << min(counted - 1, 6)), Self.longestPause)
  }

  /// The remaining time until another start is due; zero for now.
  public func remainingPause(at now: RunningTime) -> Duration {
    guard deaths > 0, let lastDeath else { return .zero }
    return max(.zero, lastDeath.time + pause - now)
  }

  /// Whether a command that a person types may start a hub at `now`. It tries at once, but not
  /// within a second after a hub died: another try would tell the person nothing new.
  ///
  /// - Parameter ownStarts: the number of hubs that this command has started already.
  public func allowsCommand(at now: RunningTime, ownStarts: Int) -> Bool {
    guard deaths > 0, let lastDeath else { return true }
    if lastDeath.isKill { return ownStarts < 3 }
    return ownStarts == 0 && now - lastDeath.time >= .seconds(1)
  }

  /// Whether the latest hub died at start or soon after. Only after ``settle(at:_:note:)``.
  public var isFailing: Bool { deaths > 0 && start == nil }

  /// Judges the latest start. Call it only where no hub listens and none is starting.
  ///
  /// - Parameter note: the latest hub's own note of how it died; nil if there is none, or if that
  ///   hub said goodbye.
  /// - Returns: a death that nobody has counted yet.
  public mutating func settle(
    at now: RunningTime, _ wall: WallTime, note: (startedAt: RunningTime, death: HubDeath)?
  ) -> HubDeath? {
    guard let start else { return nil }
    self.start = nil
    // A hub that died before it made a note left the one of an earlier hub.
    let noted = note.flatMap { $0.startedAt >= start.time ? $0.death : nil }
    let activity = noted?.activity ?? .empty
    let death: HubDeath
    switch start.outcome {
    case .listened:
      guard let noted, noted.phase == .early else {
        deaths = 0
        return nil
      }
      death = noted
    case .open:
      death = HubDeath(
        time: now, wall: wall, cause: .unknown, phase: .start, activity: activity)
    case .died(let status, let time):
      death = HubDeath(
        time: min(time, now), wall: wall.advanced(by: .zero - max(.zero, now - time)),
        cause: HubDeath.Cause(waitStatus: status), phase: .start, activity: activity)
    }
    deaths = min(deaths, 1_000_000) + 1
    lastDeath = death
    return death
  }

  /// Notes that a hub is being started.
  public mutating func begin(at now: RunningTime, _ wall: WallTime) {
    start = Start(time: now, wall: wall)
  }
}

extension HubStarts {
  /// The line that a hub appends as soon as it listens, after the death of the one before, if that
  /// is news.
  public static func listeningLines(after death: HubDeath?) -> String {
    (death.map { $0.line + "\n" } ?? "") + "listening\n"
  }

  /// The notes as the text of their file.
  public var text: String {
    var lines = ["deaths \(deaths)"]
    if let lastDeath { lines.append(lastDeath.line) }
    if let start {
      let time = start.time.sinceOrigin.wholeNanoseconds
      lines.append("start \(time) \(start.wall.millisecondsSinceEpoch)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Reads what it understands. Lines that aren't understood, and times that haven't come yet (the
  /// machine was started again), count as absent.
  ///
  /// - Parameter now: CLOCK_BOOTTIME.
  public init(_ text: String, now: RunningTime) {
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      switch (words.first, words.count) {
      case ("deaths", 2): deaths = max(0, Int(words[1]) ?? 0)
      case ("death", 5...): lastDeath = HubDeath(words: words) ?? lastDeath
      case ("start", 3): start = Start(words) ?? start
      case ("listening", 1): if start == nil { deaths = 0 } else { start?.outcome = .listened }
      case ("died", 3): note(died: words)
      default: break
      }
    }
    if let time = start?.time, time > now { self = HubStarts() }
    if let time = lastDeath?.time, time > now { self = HubStarts() }
    if lastDeath == nil { deaths = 0 }
  }

  private mutating func note(died words: [Substring]) {
    guard let status = Int32(words[1]), let time = Int64(words[2]) else { return }
    start?.outcome = .died(waitStatus: status, at: RunningTime(sinceOrigin: .nanoseconds(time)))
  }
}

extension HubStarts.Start {
  fileprivate init?(_ words: [Substring]) {
    guard let time = Int64(words[1]), let wall = Int64(words[2]) else { return nil }
    self.init(
      time: RunningTime(sinceOrigin: .nanoseconds(time)),
      wall: WallTime(millisecondsSinceEpoch: wall))
  }
}
