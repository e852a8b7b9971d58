import HeadwayModel
import HeadwaySystem

/// The last summary. Counting 20,000 tasks takes a millisecond or two, and bars may ask as often as
/// they like: a summary is used again for ten times as long as making it took.
struct SummaryCache {
  private var summary: HubSummary?
  private var usableUntil: AwakeTime = .origin

  private static let reuse = 10

  mutating func summary(at now: AwakeTime, _ count: () -> HubSummary) -> HubSummary {
    if let summary, now < usableUntil { return summary }
    let start = SystemClocks.awake
    let counted = count()
    let end = SystemClocks.awake
    summary = counted
    usableUntil = end + (end - start) * Self.reuse
    return counted
  }
}
