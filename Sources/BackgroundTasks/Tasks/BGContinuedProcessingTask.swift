public import Foundation
import Headway

/// A run of work that a person started, with a card that shows how far it is.
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

  /// What the card shows. Set its units, or give it children; a task whose progress stands still
  /// is asked about.
  ///
  /// As Foundation's: `+=` from several threads may lose units. Set it from one.
  public var progress: Progress { reported }

  /// From now on.
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
