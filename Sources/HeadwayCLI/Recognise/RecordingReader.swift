import HeadwayCore
import HeadwayRecognition

/// Reads a recording as `headway run` reads a command's output.
struct RecordingReader {
  struct Line: Hashable {
    var time: Duration
    var progress: TaskProgress
    var subtitle: SanitisedText?
  }

  private var recogniser: ProgressRecogniser
  private var progress = TaskProgress()
  private var subtitle: SanitisedText?
  private(set) var lines: [Line] = []
  /// Something was measured.
  private(set) var hasFoundProgress = false

  init(rules: [RecognitionRule], command: [String]) {
    recogniser = ProgressRecogniser(rules: rules, command: command)
  }

  mutating func read(_ recording: OutputRecording) {
    var last: Duration = .zero
    for piece in recording.pieces {
      if piece.time - last >= ProgressRecogniser.quiet {
        settle(at: last + ProgressRecogniser.quiet)
      }
      last = max(last, piece.time)
      piece.bytes.withUnsafeBytes { recogniser.consume($0, at: last) }
      take(at: last)
    }
    settle(at: last + ProgressRecogniser.quiet)
  }

  private mutating func settle(at time: Duration) {
    recogniser.settle(at: time)
    take(at: time)
  }

  private mutating func take(at time: Duration) {
    guard let news = recogniser.takeReading() else { return }
    hasFoundProgress = hasFoundProgress || news.reading.completed != nil
    _ = progress.apply(news.ofWhole)
    subtitle = news.subtitle ?? subtitle
    lines.append(Line(time: time, progress: progress, subtitle: subtitle))
  }
}
