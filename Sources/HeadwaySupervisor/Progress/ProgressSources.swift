internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem

/// All sources of a command's progress, merged into one report: output, sd_notify messages, Zig's
/// pipe, the progress file and file offsets.
///
/// `Supervision` owns the value and sends the reports to the hub. A `ProgressArbiter` decides
/// between sources that contradict each other.
final class ProgressSources {
  private let channels: ProgressChannels
  private var arbiter = ProgressArbiter()
  private var zigPhases = ZigProgressPhases()
  /// The changes from the channels since the last report.
  private var heard = WorkerReport()
  /// The time until which the command has asked for patience (`EXTEND_TIMEOUT_USEC`); nil if it
  /// hasn't.
  private var excusedUntil: AwakeTime?
  /// The look at open files; nil before the command has started.
  private var offsets: OffsetProbe?
  /// The command's progress, as far as this process knows it.
  private(set) var progress = TaskProgress()
  /// The subtitle of the last report; nil if none had one.
  private var lastSubtitle: SanitisedText?
  /// Whether a prompt stands in place of the subtitle.
  private var showsPrompt = false
  /// Whether open files are looked at: the command runs and isn't stopped.
  var isLooking = false

  /// The time of the last look at the progress file; nil before the first.
  private var fileSeenAt: AwakeTime?
  /// Whether the command has ever written its progress file.
  private var usesFile = false
  /// The shortest time between two looks at the progress file.
  private static let filePause: Duration = .milliseconds(500)

  init(_ channels: ProgressChannels) { self.channels = channels }

  func watch(_ poller: inout Poller) { channels.watch(&poller) }

  /// Reads the channels. Returns whether a message came, which is a sign of life.
  func hear(_ poller: borrowing Poller, now: AwakeTime) -> Bool {
    let news = channels.receive(poller)
    for item in news {
      switch item {
      case .notice(let notice):
        if let subtitle = notice.subtitle { merge(subtitle, from: .notices, into: &heard) }
        if let extends = notice.extends { excusedUntil = now + extends }
      case .tree(let tree):
        if let subtitle = tree.subtitle { merge(subtitle, from: .zigProgress, into: &heard) }
        if let reading = zigPhases.reading(of: tree) {
          merge(reading, from: .zigProgress, into: &heard)
        }
      }
    }
    return !news.isEmpty
  }

  /// Takes in what the command says of itself.
  func hear(_ news: ProgramStatusChannel.News) {
    heard.programState = news.state
    heard.toldSubtasks = news.subtasks ?? heard.toldSubtasks
    if let message = news.message { merge(message, from: .programStatus, into: &heard) }
    if let reading = news.reading { merge(reading, from: .programStatus, into: &heard) }
  }

  /// Whether the command has asked for patience and the time isn't over.
  func isExcused(at now: AwakeTime) -> Bool { excusedUntil.map { now < $0 } ?? false }

  /// The time at which ``report(_:now:isFinal:)`` must be called; nil if nothing is due.
  ///
  /// A command that has never written its progress file causes no wake-up for that.
  var deadline: AwakeTime? {
    guard isLooking else { return nil }
    let file = usesFile ? fileSeenAt.map { $0 + Self.filePause } : nil
    return .earlier(file, arbiter.listens(to: .fileOffsets) ? offsets?.deadline : nil)
  }

  /// Begins to look at the files of `leader`'s descendants that run `command`. While there is
  /// nothing to follow, the looks are `idlePause` apart.
  func followFiles(
    of leader: Int32, command: [RawText], idlePause: Duration, now: AwakeTime
  ) {
    offsets = OffsetProbe(
      root: leader, includesRoot: false, command: command, idlePause: idlePause, now: now)
  }

  /// Tells the file look that another probe looks at the processes now.
  func noteLook(now: AwakeTime) { offsets?.noteLook(now: now) }

  /// Returns everything that is new by `now`, together with what the output has shown; nil if
  /// nothing is new.
  ///
  /// - Parameter isFinal: whether the command has ended, so that no pause is kept.
  func report(
    _ found: [(stream: OutputTap.Stream, reading: RecognisedReading)], now: AwakeTime,
    isFinal: Bool = false
  ) -> WorkerReport? {
    var report = heard
    heard = WorkerReport()
    for (stream, reading) in found {
      merge(reading, from: stream == .data ? .data : .output, into: &report)
    }
    if isLooking, arbiter.listens(to: .fileOffsets), let found = offsets?.look(now: now) {
      merge(found, from: .fileOffsets, into: &report)
    }
    if isFinal || fileSeenAt.map({ now >= $0 + Self.filePause }) ?? true {
      fileSeenAt = now
      if let reading = channels.lookAtFile() {
        usesFile = true
        merge(reading, from: .progressFile, into: &report)
      }
    }
    if isFinal { channels.removeFile() }
    return report == WorkerReport() ? nil : report
  }

  /// The subtitle to report while the command asks with `prompt`, or once it asks no more. Nil if
  /// the subtitle stays as it is.
  func subtitle(whileAsking prompt: SanitisedText?) -> SanitisedText? {
    if let prompt {
      showsPrompt = true
      return prompt
    }
    guard showsPrompt else { return nil }
    showsPrompt = false
    return lastSubtitle ?? .empty
  }

  /// Merges a reading and its subtitle into `report`.
  private func merge(
    _ found: RecognisedReading, from source: ProgressSource, into report: inout WorkerReport
  ) {
    merge(found.ofWhole, from: source, into: &report)
    if let subtitle = found.subtitle { merge(subtitle, from: source, into: &report) }
  }

  /// Merges a subtitle into `report`, if the arbiter lets its source speak.
  private func merge(
    _ subtitle: SanitisedText, from source: ProgressSource, into report: inout WorkerReport
  ) {
    guard let admitted = arbiter.admit(subtitle: subtitle, from: source) else { return }
    (report.subtitle, lastSubtitle) = (admitted, admitted)
  }

  /// Merges a reading into `report`, if the arbiter lets its source speak.
  private func merge(
    _ reading: ProgressReading, from source: ProgressSource, into report: inout WorkerReport
  ) {
    guard reading != ProgressReading(), let taken = arbiter.admit(reading, from: source) else {
      return
    }
    _ = progress.apply(taken)
    report.reading = report.reading.superseded(by: taken)
  }
}
