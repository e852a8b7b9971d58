import HeadwayModel
import SeededRandomness

@testable import HeadwayWire

/// Messages of workers with any of their fields.
extension UpdateMessage {
  static func random(_ generator: inout SplitMix) -> UpdateMessage {
    var report = WorkerReport.random(&generator)
    report.title = generator.maybe(generator.text())
    return UpdateMessage(
      task: .key(.random(using: &generator)), report,
      isRecognised: Bool.random(using: &generator), request: generator.maybe(4))
  }
}

extension BeginMessage {
  static func random(_ generator: inout SplitMix) -> BeginMessage {
    var task = TaskDescription(key: .random(using: &generator), title: generator.text())
    task.identifier = generator.maybe("com.example.export.42")
    task.command = generator.maybe(["rsync", "-a", generator.text(), ""])
    task.directory = generator.maybe("/home/me/データ")
    task.parent = generator.maybe(.random(using: &generator))
    task.group = generator.maybe("ml")
    task.sensitive = .random(using: &generator)
    task.notifiesOfEnd = .random(using: &generator)
    task.isRetry = .random(using: &generator)
    task.launch = .random(in: 1...3, using: &generator)
    task.stallPolicy.action = StallAction.allCases.randomElement(using: &generator) ?? .ask
    task.stallPolicy.after = generator.maybe(.milliseconds(45_500))
    task.grace = generator.maybe(.milliseconds(2_250)) ?? TaskDescription.defaultGrace
    task.startedAt = generator.maybe(generator.time())
    return BeginMessage(task, .random(&generator), request: generator.maybe(1))
  }
}

extension EndMessage {
  static func random(_ generator: inout SplitMix) -> EndMessage {
    let reasons: [EndReason] = [
      .completed, .failed, .cancelled(by: .user), .expired(.stall), .lost,
    ]
    let statuses: [ExitStatus?] = [.code(3), .signal(9), nil]
    let ending = TaskEnding(
      reason: reasons.randomElement(using: &generator) ?? .failed,
      status: statuses.randomElement(using: &generator) ?? nil)
    return EndMessage(
      task: .key(.random(using: &generator)), ending,
      launch: .random(in: 1...3, using: &generator), endedAt: generator.maybe(generator.time()),
      request: generator.maybe(2))
  }
}

extension WorkerReport {
  /// All but a title.
  static func random(_ generator: inout SplitMix) -> WorkerReport {
    var report = WorkerReport()
    report.subtitle = generator.maybe(generator.text())
    report.reading.completed = generator.maybe(.random(in: -9...9999, using: &generator))
    report.reading.total = generator.maybe(.random(in: 0...9999, using: &generator))
    report.reading.phase = generator.maybe(generator.text())
    report.reading.unit = generator.maybe("MB")
    report.reading.estimated = generator.maybe(3)
    report.reading.isResting = generator.maybe(Bool.random(using: &generator))
    report.reading.advance = generator.maybe(.unseen)
    report.foreground = generator.maybe(true)
    report.isAttachable = generator.maybe(true)
    report.isPausable = generator.maybe(false)
    report.inputWait = generator.maybe(.password)
    report.isPaused = generator.maybe(Bool.random(using: &generator))
    report.halt = generator.maybe(.suspended)
    report.assertion = generator.maybe("Save")
    report.leakedAssertion = generator.maybe(generator.text())
    return report
  }
}

extension SplitMix {
  mutating func maybe<Value>(_ value: Value) -> Value? {
    Bool.random(using: &self) ? value : nil
  }

  mutating func text() -> SanitisedText {
    let texts: [SanitisedText] = [
      "", "Copy", "file 7 of 9", "a \"quoted\" \\ name", "日本語の題名", "😀 é", "ends in dots…",
    ]
    return texts.randomElement(using: &self) ?? .empty
  }

  mutating func time() -> WallTime {
    WallTime(millisecondsSinceEpoch: .random(in: 0...2_000_000_000_000, using: &self))
  }
}
