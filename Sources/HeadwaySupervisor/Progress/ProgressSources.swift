internal import HeadwayCore
internal import HeadwayRecognition
internal import HeadwaySystem

/// All that tells of a command's progress, and the one report that it comes to.
final class ProgressSources {
  private let channels: ProgressChannels
  private var arbiter = ProgressArbiter()
  private var zigPhases = ZigProgressPhases()
  private var heard = WorkerReport()
  /// It said that it needs so long.
  private var excusedUntil: Duration?
  private var offsets: OffsetProbe?
  /// Where the command stands, as far as this process knows.
  private(set) var progress = TaskProgress()
  /// The command runs: it is worth looking at.
  var isLooking = false

  init(_ channels: ProgressChannels) { self.channels = channels }

  func watch(_ poller: inout Poller) { channels.watch(&poller) }

  /// Takes in what came by its channels; whether it was a sign of life.
  func hear(_ poller: borrowing Poller, now: Duration) -> Bool {
    let news = channels.receive(poller)
    for item in news {
      switch item {
      case .notice(let notice):
        if let subtitle = notice.subtitle { take(subtitle, from: .notices, into: &heard) }
        if let extends = notice.extends { excusedUntil = now + extends }
      case .tree(let tree):
        if let subtitle = tree.subtitle { take(subtitle, from: .zigProgress, into: &heard) }
        if let reading = zigPhases.reading(of: tree) {
          take(reading, from: .zigProgress, into: &heard)
        }
      }
    }
    return !news.isEmpty
  }

  /// It asked for patience, and the time isn't over.
  func isExcused(at now: Duration) -> Bool { excusedUntil.map { now < $0 } ?? false }

  /// When to call ``report(_:now:)``.
  var deadline: Duration? {
    isLooking && arbiter.listens(to: .fileOffsets) ? offsets?.deadline : nil
  }

  /// From now on the files of `leader`'s descendants, which run `command`, are looked at; every
  /// `idlePause` while there is nothing to follow.
  func followFiles(
    of leader: Int32, command: [RawText], idlePause: Duration, now: Duration
  ) {
    offsets = OffsetProbe(
      root: leader, includesRoot: false, command: command, idlePause: idlePause, now: now)
  }

  /// The processes are looked at now, for another reason.
  func noteLook(now: Duration) { offsets?.noteLook(now: now) }

  /// What is news by now, with what the command's output said.
  func report(
    _ found: [(stream: OutputTap.Stream, reading: RecognisedReading)], now: Duration
  ) -> WorkerReport? {
    var report = heard
    heard = WorkerReport()
    for (stream, reading) in found {
      take(reading, from: stream == .data ? .data : .output, into: &report)
    }
    if let deadline, now >= deadline, let found = offsets?.look(now: now) {
      take(found, from: .fileOffsets, into: &report)
    }
    return report == WorkerReport() ? nil : report
  }

  private func take(
    _ found: RecognisedReading, from source: ProgressSource, into report: inout WorkerReport
  ) {
    take(found.ofWhole, from: source, into: &report)
    if let subtitle = found.subtitle { take(subtitle, from: source, into: &report) }
  }

  private func take(
    _ subtitle: SanitisedText, from source: ProgressSource, into report: inout WorkerReport
  ) {
    report.subtitle = arbiter.take(subtitle: subtitle, from: source) ?? report.subtitle
  }

  private func take(
    _ reading: ProgressReading, from source: ProgressSource, into report: inout WorkerReport
  ) {
    guard reading != ProgressReading(), let taken = arbiter.take(reading, from: source) else {
      return
    }
    _ = progress.apply(taken)
    report.reading = report.reading.superseded(by: taken)
  }
}
