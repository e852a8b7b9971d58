import HeadwayModel
import HeadwaySystem

/// Begins tasks in other processes and looks for their titles on one monitor.
final class BeginRun {
  private let monitor: TerminalChild
  private var count = 0
  /// Titles that weren't written whole.
  private var unseen = 0

  private static let patience: Duration = .seconds(2)

  init(_ monitor: TerminalChild) { self.monitor = monitor }

  /// For the table.
  var remark: String { unseen == 0 ? "" : " (\(unseen) drawn in pieces)" }

  /// The first task of a process that runs already, and another one of it soon after.
  func firstAndNext() throws -> (Duration, Duration) {
    let beginner = try launch()
    guard try beginner.hear() == "ready" else { throw BenchmarkError("nobody begins tasks") }
    let begin = { (title: String) in
      let start = SystemClocks.awake
      try beginner.say(title)
      return start
    }
    let first = try untilSeen(after: lull, begin)
    let next = try untilSeen(after: { .milliseconds(Int.random(in: 50..<500)) }, begin)
    _ = try beginner.finish()
    return (first, next)
  }

  /// The first task of a process, from before it starts.
  func withStart() throws -> Duration {
    var beginner: TalkingChild?
    let time = try untilSeen(after: lull) { title in
      _ = try beginner?.finish()
      let new = try launch()
      beginner = new
      try new.say(title)
      return new.started
    }
    _ = try beginner?.finish()
    return time
  }

  func quit() throws {
    monitor.type("q")
    try monitor.finish()
  }

  private func launch() throws -> TalkingChild { try TalkingChild(["/proc/self/exe", "begin"]) }

  /// What a hub tells of lists it tells once a second: long enough that nothing was told of late,
  /// and each time another while, so that nothing marches in step.
  private func lull() -> Duration { .milliseconds(Int.random(in: 1100..<1300)) }

  /// From what `begin` returns to the title. Again where curses wrote it in pieces: that one can't
  /// be timed.
  private func untilSeen(
    after pause: () -> Duration, _ begin: (String) throws -> AwakeTime
  ) throws -> Duration {
    while true {
      rest(for: pause())
      count += 1
      let title = UpdateMark.text(count, turn: count)
      let start = try begin(title)
      if let seen = look(for: Array(title.utf8)) { return seen - start }
      unseen += 1
      guard unseen <= 5 else {
        throw BenchmarkError("the title \(title) and others never reached the monitor's screen")
      }
    }
  }

  /// Reads what the monitor writes.
  private func rest(for time: Duration) {
    let end = SystemClocks.awake + time
    while SystemClocks.awake < end { _ = monitor.read(until: end) }
  }

  /// When it was there.
  private func look(for title: [UInt8]) -> AwakeTime? {
    let limit = SystemClocks.awake + Self.patience
    var seen: [UInt8] = []
    while case .bytes(let bytes) = monitor.read(until: limit) {
      seen += bytes
      if seen.contains(title) { return SystemClocks.awake }
    }
    return nil
  }
}
