import HeadwayModel
import SeededRandomness
import Testing

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
    let statuses: [HeadwayModel.ExitStatus?] = [.code(3), .signal(9), nil]
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
    report.programState = generator.maybe(.question)
    report.toldSubtasks = generator.maybe(.random(&generator))
    report.isPaused = generator.maybe(Bool.random(using: &generator))
    report.halt = generator.maybe(.suspended)
    report.limitEndsAt = generator.maybe(generator.time())
    report.assertion = generator.maybe("Save")
    report.leakedAssertion = generator.maybe(generator.text())
    return report
  }
}

extension [ToldSubtask] {
  /// Up to three subtasks.
  static func random(_ generator: inout SplitMix) -> [ToldSubtask] {
    (0..<Int.random(in: 0...3, using: &generator)).map { number in
      ToldSubtask(
        id: SanitisedText("build/n\(number)"), name: generator.text(),
        state: ProgramState.allCases.randomElement(using: &generator) ?? .working,
        percent: generator.maybe(Int.random(in: 0...100, using: &generator)),
        message: generator.maybe(generator.text()))
    }
  }
}

extension TaskSnapshot {
  static func random(_ generator: inout SplitMix) throws -> TaskSnapshot {
    let state = TaskState.allCases.randomElement(using: &generator) ?? .running
    let number = try #require(TaskNumber(.random(in: 1...99_999, using: &generator)))
    var task = TaskSnapshot(
      number: number, key: .random(using: &generator), title: generator.text(), state: state)
    task.identifier = generator.maybe("com.example.export.42")
    task.subtitle = generator.maybe(generator.text())
    task.sensitive = .random(using: &generator)
    task.ending = generator.maybe(
      TaskEnding(reason: .expired(.stall), status: generator.maybe(.signal(9))))
    task.cancelNote = generator.maybe(generator.text())
    task.progress = .random(&generator)
    task.queuedAt = generator.maybe(generator.time())
    task.startedAt = generator.maybe(generator.time())
    task.endedAt = generator.maybe(generator.time())
    task.elapsed = generator.maybe(.milliseconds(Int.random(in: 0...99_999_999, using: &generator)))
    task.worker.foreground = .random(using: &generator)
    task.worker.isAttachable = .random(using: &generator)
    task.worker.isPausable = .random(using: &generator)
    task.isRestartable = .random(using: &generator)
    task.stall.kind = generator.maybe(
      StallKind.allCases.randomElement(using: &generator) ?? .silent)
    task.stall.slowdown = task.stall.kind == .slow ? .random(in: 10...500, using: &generator) : nil
    task.stall.memoryBytes = generator.maybe(3_435_973_837)
    task.stall.time = generator.maybe(.seconds(31))
    task.stall.expiresIn = generator.maybe(.milliseconds(29_500))
    task.waitingForInput = generator.maybe(.password)
    task.programState = generator.maybe(.signIn)
    task.toldSubtasks = .random(&generator)
    task.worker.pid = generator.maybe(4711)
    task.worker.timeLimit = generator.maybe(.seconds(7200))
    task.worker.timeLeft = generator.maybe(.milliseconds(840_500))
    task.stallPolicy.action = StallAction.allCases.randomElement(using: &generator) ?? .ask
    task.stallPolicy.after = generator.maybe(.milliseconds(90_500))
    task.notifiesOfEnd = .random(using: &generator)
    task.command = generator.maybe(["rsync", "-a", generator.text(), ""])
    task.directory = generator.maybe("/home/me/データ")
    task.parent = generator.maybe(.random(using: &generator))
    task.attempt = .random(in: 1...9, using: &generator)
    task.group = generator.maybe("ml")
    task.terms.priority = .random(in: -5...5, using: &generator)
    task.terms.needs = generator.maybe(["gpu": 2, "licence \"x\"": 1]) ?? [:]
    task.terms.position = generator.maybe(3)
    task.terms.blockedOn = generator.maybe("gpu")
    task.terms = try .random(&generator)
    return task
  }
}

extension LaunchTermsView {
  static func random(_ generator: inout SplitMix) throws -> LaunchTermsView {
    var view = LaunchTermsView()
    let numbers = try [3, 41].map { try #require(TaskNumber($0)) }
    view.waitsFor = generator.maybe(["task 3", generator.text(), "until 22:00"]) ?? []
    view.after = generator.maybe(numbers) ?? []
    view.afterAny = generator.maybe(numbers) ?? []
    view.earliest = generator.maybe(generator.time())
    view.conditions = generator.maybe(["ac", "load<2"]) ?? []
    view.whileConditions = generator.maybe(["idle=600"]) ?? []
    view.retries = .random(in: 0...3, using: &generator)
    view.retriesAt = generator.maybe(generator.time())
    view.refresh = generator.maybe(.milliseconds(1500))
    return view
  }
}

extension TaskProgressView {
  static func random(_ generator: inout SplitMix) -> TaskProgressView {
    var view = TaskProgressView()
    view.completed = generator.maybe(.random(in: -5 ... .max / 100, using: &generator))
    view.total = generator.maybe(.random(in: 0...9_999_999, using: &generator))
    view.unit = generator.maybe("MiB")
    view.estimated = .random(in: 0...99, using: &generator)
    view.fraction = generator.maybe(.random(in: 0...1, using: &generator))
    view.estimatedFraction = generator.maybe(.random(in: 0...1, using: &generator))
    view.isGrowing = .random(using: &generator)
    view.phase = generator.maybe(generator.text())
    view.rate = generator.maybe(.random(in: 0.001...1e9, using: &generator))
    view.eta = generator.maybe(.milliseconds(Int.random(in: 0...99_999_999, using: &generator)))
    view.etaConfidence = generator.maybe(.approximate)
    return view
  }
}

extension HubSummary {
  static func random(_ generator: inout SplitMix) -> HubSummary {
    var summary = HubSummary()
    summary.running = Int.random(in: 0...10_000, using: &generator)
    summary.needsYou = Int.random(in: 0...3, using: &generator)
    summary.failed = Int.random(in: 0...3, using: &generator)
    if Bool.random(using: &generator) { summary.fraction = .random(in: 0...1, using: &generator) }
    guard Bool.random(using: &generator), let number = TaskNumber(summary.running + 1) else {
      return summary
    }
    summary.top = HubSummary.Top(
      number: number, title: "Copy – データ (100 %)", state: .running,
      fraction: Bool.random(using: &generator) ? 1e-7 : nil,
      needsAnswer: Bool.random(using: &generator), sensitive: Bool.random(using: &generator))
    return summary
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
