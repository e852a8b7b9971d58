import HeadwayModel
import HeadwayRecognition

/// Readings as they come: each makes sense, and progress within a phase doesn't fall, but for a percent
/// that is taken back whole while it isn't known what it is of.
struct ReadingLog {
  private var reading: ProgressReading?
  private var subtitle: SanitisedText?
  private var progress = TaskProgress()
  private var isResting = false

  mutating func take(_ news: RecognisedReading?) throws(BrokenPromise) {
    guard let news else { return }
    if let text = news.subtitle {
      try HarmlessText.check(text)
      try promise(text != subtitle ?? .empty, "a subtitle that says nothing new")
      subtitle = text
    }
    guard news.reading != ProgressReading() else { return }
    reading = news.reading
    isResting = news.reading.isResting ?? isResting
    try take(news.reading)
  }

  private mutating func take(_ reading: ProgressReading) throws(BrokenPromise) {
    let (completed, total) = (reading.completed, reading.total)
    try promise(completed != nil || total == nil || total == 0, "half a measure: \(reading)")
    if let completed, let total, total > 0 {
      try promise((0...total).contains(completed) && total >= 2, "an odd measure: \(reading)")
    }
    if reading.unit == TaskProgress.percentUnit, total != 0 {
      try promise(total == TaskProgress.percentTotal, "an odd percentage: \(reading)")
    }
    let earlier = (
      phase: progress.phase, fraction: progress.fraction ?? 0, total: progress.total ?? .max
    )
    _ = progress.apply(reading)
    let mayFall =
      progress.phase != earlier.phase || reading.total == 0 || total ?? 0 > earlier.total
    try promise(mayFall || progress.fraction ?? 0 >= earlier.fraction, "progress fell")
    try promise(progress.completed == completed, "a measure that isn't taken as it is")
  }

  /// Asked once at the end, a recogniser says the same; of a text that says nothing, nothing. A phase
  /// that is called like the one told before has its number behind its name, and a rest that is over
  /// is said to be: asked once, there is none before.
  func checkLast(is outcome: RecognisedReading?) throws(BrokenPromise) {
    var expected = outcome?.reading ?? ProgressReading()
    try promise(expected.isResting ?? false == isResting, "asked often, another rest")
    (expected.isResting, expected.advance) = (reading?.isResting, reading?.advance)
    if let name = expected.phase?.string, let ours = reading?.phase,
      ours.string.hasPrefix("\(name) · ")
    {
      expected.phase = ours
    }
    try promise(expected == reading ?? ProgressReading(), "asked often, another reading")
    if let last = outcome?.subtitle {
      try promise(last == subtitle, "asked often, another subtitle")
    }
  }
}
