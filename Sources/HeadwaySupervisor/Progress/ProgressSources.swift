internal import HeadwayCore
internal import HeadwayRecognition

/// All that tells of a command's progress, and the one report that it comes to.
final class ProgressSources {
  private var arbiter = ProgressArbiter()
  private var offsets: OffsetProbe?
  /// Where the command stands, as far as this process knows.
  private(set) var progress = TaskProgress()
  /// The command runs: it is worth looking at.
  var isLooking = false

  /// When to call ``report(_:now:)``.
  var deadline: Duration? {
    isLooking && arbiter.listens(to: .fileOffsets) ? offsets?.deadline : nil
  }

  /// From now on the files of `leader`'s descendants are looked at; every `idlePause` while there is
  /// nothing to follow.
  func followFiles(of leader: Int32, idlePause: Duration, now: Duration) {
    offsets = OffsetProbe(root: leader, includesRoot: false, idlePause: idlePause, now: now)
  }

  /// What is news by now, with `found`, which the command's output said.
  func report(_ found: RecognisedReading?, now: Duration) -> WorkerReport? {
    var report = WorkerReport()
    if let found { take(found, into: &report) }
    if let deadline, now >= deadline, let reading = offsets?.look(now: now) {
      take(reading, from: .fileOffsets, into: &report)
    }
    return report == WorkerReport() ? nil : report
  }

  private func take(_ found: RecognisedReading, into report: inout WorkerReport) {
    take(found.reading, from: .output, into: &report)
    if let subtitle = found.subtitle {
      report.subtitle = arbiter.take(subtitle: subtitle, from: .output) ?? report.subtitle
    }
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
