import EtaScoring
import HeadwayModel
import HeadwayRecognition
import HeadwaySystem
import RecordedProgress
import TestClocks

@testable import HeadwaySupervisor

/// A recorded command as its supervisor would tell the hub of it: readings of its output, signs of
/// life, and the hub's questions, with clocks that only the replay moves.
struct RecordedRun {
  private var feed: ProgressFeed
  private var schedule: LookSchedule
  private var replay = TraceReplay()
  private var now: AwakeTime = .zero
  /// It runs, or has since the last look.
  private var hasWorked = false
  /// When the hub heard of it, or of a step ahead.
  private(set) var signs: [AwakeTime] = [.zero]
  private(set) var advances: [AwakeTime] = [.zero]

  init(_ name: String) {
    feed = ProgressFeed(command: [RecordingFolder.progress.command(name) ?? ""])
    let options = SupervisorOptions(command: ["sh"])
    schedule = LookSchedule(interval: options.probeInterval, now: .zero)
  }

  var questions: [(kind: StallKind, at: AwakeTime)] {
    replay.questions.map { ($0.kind, .origin + $0.at) }
  }
  /// Whether the hub has heard that the command advances, with a count or without.
  private(set) var hasAdvanced = false
  var hasMeasured: Bool { replay.task?.progress.completed != nil }

  /// The command works until `time`, writes `output`, and does nothing more.
  mutating func write(_ output: [UInt8], at time: AwakeTime) {
    hasWorked = true
    go(to: time, isWorking: true)
    output.withUnsafeBytes { feed.consume($0, now: now) }
    schedule.noteOutput(now: now)
    keepTime()
  }

  /// Time goes on without a sign of the command.
  mutating func go(to time: AwakeTime) { go(to: time, isWorking: false) }

  private mutating func go(to time: AwakeTime, isWorking: Bool) {
    while let due = [feed.deadline, schedule.deadline].compactMap({ $0 }).min(), due <= time {
      now = max(now, due)
      keepTime()
      if isWorking { hasWorked = true }
    }
    now = time
    replay.go(to: now.sinceOrigin)
  }

  private mutating func keepTime() {
    replay.go(to: now.sinceOrigin)
    if let found = feed.reading(now: now) {
      var report = WorkerReport()
      (report.reading, report.subtitle) = (found.reading, found.subtitle)
      let before = replay.task?.progress
      replay.take(report)
      signs.append(now)
      let after = replay.task?.progress
      if before?.completed != after?.completed || before?.phase != after?.phase
        || report.reading.advance == .seen
      {
        advances.append(now)
        hasAdvanced = true
      }
    }
    guard schedule.deadline <= now else { return }
    if schedule.takeLook(hasWorked: hasWorked, now: now) {
      replay.takeHeartbeat()
      signs.append(now)
    }
    hasWorked = false
  }
}
