import HeadwayModel
import HeadwayRecognition

/// The recognition of progress in a recording, with the same recogniser as `headway run`.
///
/// ```swift
/// var reader = RecordingReader(rules: [], command: ["rsync"])
/// reader.read(recording)
/// for line in reader.lines { print(line.time, line.progress) }
/// ```
struct RecordingReader {
  /// The progress at a time at which it changed.
  struct Line: Hashable {
    var time: AwakeTime
    var progress: TaskProgress
    var subtitle: SanitisedText?
  }

  private var recogniser: ProgressRecogniser
  private var progress = TaskProgress()
  private var subtitle: SanitisedText?
  /// The changes so far.
  private(set) var lines: [Line] = []
  /// Whether any progress was measured.
  private(set) var hasFoundProgress = false

  init(rules: [RecognitionRule], command: [String]) {
    recogniser = ProgressRecogniser(rules: rules, command: command)
  }

  /// Reads a recording. A pause between two pieces counts as quiet, as it does for a running
  /// command.
  mutating func read(_ recording: OutputRecording) {
    var last: AwakeTime = .origin
    for piece in recording.pieces {
      if piece.time - last >= ProgressRecogniser.quiet {
        settle(at: last + ProgressRecogniser.quiet)
      }
      last = max(last, piece.time)
      piece.bytes.withUnsafeBytes { recogniser.consume($0, at: last) }
      addLine(at: last)
    }
    settle(at: last + ProgressRecogniser.quiet)
  }

  /// Tells the recogniser that the command has been quiet.
  private mutating func settle(at time: AwakeTime) {
    recogniser.settle(at: time)
    addLine(at: time)
  }

  /// Adds a line if the recogniser has a new reading.
  private mutating func addLine(at time: AwakeTime) {
    guard let news = recogniser.takeReading() else { return }
    hasFoundProgress = hasFoundProgress || news.reading.completed != nil
    _ = progress.apply(news.ofWhole)
    subtitle = news.subtitle ?? subtitle
    lines.append(Line(time: time, progress: progress, subtitle: subtitle))
  }
}
