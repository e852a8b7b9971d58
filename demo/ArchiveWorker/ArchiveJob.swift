import Glibc
import HeadwayModel
import HeadwaySystem

/// The work: every regular file directly below `source`, hashed, then compressed into `target`.
struct ArchiveJob {
  private let target: String
  private let files: [SourceFile]
  private let reporter: ProgressReporter

  init(source: String, target: String, paths: HeadwayPaths) {
    self.target = target
    files = SourceFile.below(source)
    reporter = ProgressReporter(
      title: "Archive \(source)", total: files.reduce(0) { $0 + $1.byteCount }, paths: paths)
  }

  /// False when it was cancelled.
  func run() -> Bool {
    reporter.begin(stage: "hashing")
    for file in files {
      reporter.subtitle = file.name
      guard file.hash(reportingTo: reporter) else { return reporter.finish() }
    }
    reporter.begin(stage: "compressing")
    for file in files {
      reporter.subtitle = file.name
      guard file.compress(into: target), reporter.advance(by: file.byteCount) else {
        return reporter.finish()
      }
    }
    return reporter.finish()
  }
}
