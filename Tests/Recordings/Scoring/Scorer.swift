import HeadwayModel
import HeadwayRecognition

/// Gives a recording to the recogniser as it came, and compares what is shown with the truth.
package struct Scorer {
  private let truth: Truth?
  private var recogniser: ProgressRecogniser
  private var shown = TaskProgress()
  private var score: Score
  private var coveredEntries: Set<Int> = []
  /// The phases of the last right reading: the truth's, and what it was called.
  private var lastPhases: (truth: Int, name: SanitisedText?)?
  private var lastReading = ProgressReading()
  private var hasChanged = false
  private var checkedAt = 0.0

  /// A line may be drawn in pieces: what its first gives away is right if the last, so many
  /// seconds later, says so, and what comes with the last is in time.
  private static let drawingTime = 0.05
  private static let quiet = ProgressRecogniser.quiet / .seconds(1)
  private static let interval = 0.05

  private init(_ name: String, truth: Truth?) {
    self.truth = truth
    let command = truth == nil ? nil : RecordingFolder.progress.command(name)
    recogniser = ProgressRecogniser(command: [command ?? ""])
    score = Score(name: name)
  }

  /// The score of `recording`; without a truth, every percent is wrong.
  package static func score(_ recording: TimedRecording, against truth: Truth?) -> Score {
    var scorer = Scorer(recording.name, truth: truth)
    for (number, event) in recording.events.enumerated() {
      let next = number + 1 < recording.events.count ? recording.events[number + 1].seconds : nil
      scorer.take(event, next: next)
    }
    return scorer.finished()
  }

  /// What is shown is checked once output is quiet, else now and then, as `headway run` reports.
  private mutating func take(_ event: TimedRecording.Event, next: Double?) {
    let now = AwakeTime(sinceOrigin: .seconds(event.seconds))
    event.output.withUnsafeBytes { recogniser.consume($0, at: now) }
    let isQuiet = next.map { $0 - event.seconds >= Self.quiet } ?? true
    if isQuiet { recogniser.settle(at: now) }
    if let reading = recogniser.takeReading()?.reading, reading != ProgressReading() {
      checkStep(to: reading, at: event.seconds)
      if shown.apply(reading).changed { hasChanged = true }
    }
    if hasChanged, isQuiet || event.seconds - checkedAt >= Self.interval {
      (hasChanged, checkedAt) = (false, event.seconds)
      check(at: event.seconds, next: next)
    }
    if let index = truth?.index(at: event.seconds), let percent = truth?.entries[index].percent,
      shown.percent?.isRight(for: percent) == true
    {
      coveredEntries.insert(index)
    }
  }

  private mutating func check(at seconds: Double, next: Double?) {
    guard let percent = shown.percent else { return }
    score.readings += 1
    score.firstSeen = score.firstSeen ?? seconds
    let candidates = truths(at: seconds, next: next)
    let matches = candidates.filter { $0.percent.map(percent.isRight) == true }
    // What stands there already comes before what is being drawn.
    let ordered = matches.filter { $0.seconds <= seconds } + matches
    if let entry = ordered.first(where: { isCalledRight($0.phase) }) ?? matches.first
      ?? passedBy(percent, among: candidates)
    {
      score.right += 1
      checkPhase(entry.phase, at: seconds)
    } else {
      complain("\(percent.text) where it is \((candidates.first?.percent).text)", at: seconds)
    }
  }

  /// Of what is drawn in one go, each state of the last stretch may be shown.
  private func passedBy(_ percent: Double, among entries: [Truth.Entry]) -> Truth.Entry? {
    guard let last = entries.first else { return nil }
    let percents = entries.prefix { $0.phase == last.phase }.compactMap(\.percent)
    guard let lowest = percents.min(), let highest = percents.max() else { return nil }
    return (lowest...highest).contains(percent) ? last : nil
  }

  private func truths(at seconds: Double, next: Double?) -> [Truth.Entry] {
    guard let truth else { return [] }
    let isBeingDrawn = next.map { $0 - seconds <= Self.drawingTime } ?? false
    let first = truth.index(at: seconds - Self.drawingTime) ?? truth.index(at: seconds)
    let last = truth.index(at: isBeingDrawn ? next ?? seconds : seconds)
    guard let first, let last else { return [] }
    return truth.entries[first...last].reversed()
  }

  private mutating func checkStep(to reading: ProgressReading, at seconds: Double) {
    let reading = lastReading.superseded(by: reading)
    if reading.phase == lastReading.phase, reading.total == lastReading.total,
      reading.completed ?? .max < lastReading.completed ?? 0
    {
      complain("a step back", at: seconds)
    }
    lastReading = reading
  }

  private mutating func checkPhase(_ phase: Int, at seconds: Double) {
    if !isCalledRight(phase) {
      complain(
        lastPhases?.truth == phase
          ? "a new phase, where it goes on" : "the old phase, where a new one begins", at: seconds)
    }
    lastPhases = (phase, shown.phase)
  }

  /// Whether the name that is shown is another one exactly where `phase` is another one.
  private func isCalledRight(_ phase: Int) -> Bool {
    lastPhases.map { ($0.truth == phase) == ($0.name == shown.phase) } ?? true
  }

  private mutating func complain(_ text: String, at seconds: Double) {
    score.wrong.append("\(seconds): \(text)")
  }

  /// For longer than it takes to draw.
  private func holds(_ index: Int) -> Bool {
    guard let entries = truth?.entries, index + 1 < entries.count else { return true }
    return entries[index + 1].seconds - entries[index].seconds > Self.drawingTime
  }

  private mutating func finished() -> Score {
    score.last = shown.percent
    score.lastTruth = truth?.entries.last?.percent
    // What is drawn as a phase begins is its first state.
    var (phase, begin) = (0, 0.0)
    for (index, entry) in (truth?.entries ?? []).enumerated() {
      if entry.phase != phase { (phase, begin) = (entry.phase, entry.seconds) }
      guard let percent = entry.percent else { continue }
      score.changes += 1
      if coveredEntries.contains(index) {
        score.covered += 1
      } else if entry.seconds != begin, holds(index) {
        score.missed.append("\(entry.seconds): nothing of \(percent.text)")
      }
    }
    return score
  }
}

extension TaskProgress {
  fileprivate var percent: Double? { fraction.map { $0 * 100 } }
}
