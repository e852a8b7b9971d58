public import Foundation
import Headway

/// A run of work that a person started, with a card that shows its progress.
///
/// ```swift
/// task.progress.totalUnitCount = 10
/// for page in 1...10 {
///   export(page)
///   task.progress.completedUnitCount = Int64(page)
///   task.updateTitle("Album", subtitle: "Page \(page) of 10")
/// }
/// task.setTaskCompleted(success: true)
/// ```
public class BGContinuedProcessingTask: BGTask, ProgressReporting, @unchecked Sendable {
  private struct Texts {
    var title: String
    var subtitle: String
  }

  private let lock = NSLock()
  private var texts: Texts
  private let reported: ReportedProgress

  init(identifier: String, title: String, subtitle: String, begin: BeginCard) {
    let card = begin(
      title,
      HeadwayTaskOptions(
        subtitle: subtitle, identifier: identifier, replacesFailures: true))
    texts = Texts(title: title, subtitle: subtitle)
    reported = ReportedProgress(card)
    super.init(identifier: identifier, card: card)
  }

  /// The card's title.
  public var title: String { lock.withLock { texts.title } }
  /// The card's second line.
  public var subtitle: String { lock.withLock { texts.subtitle } }

  /// The progress that the card shows.
  ///
  /// Set the unit counts, or give the progress children. If the progress doesn't change for some
  /// time, the card asks whether to continue or stop.
  ///
  /// Set the counts from one thread: `+=` from several threads may lose units, as with any
  /// `Progress` of Foundation.
  public var progress: Progress { reported }

  /// Changes the card's title and second line.
  public func updateTitle(_ title: String, subtitle: String) {
    let before = lock.withLock {
      defer { texts = Texts(title: title, subtitle: subtitle) }
      return texts
    }
    if before.title != title { card.setTitle(title) }
    if before.subtitle != subtitle { card.setSubtitle(subtitle) }
  }

  override func willEnd() { reported.finish() }
}
