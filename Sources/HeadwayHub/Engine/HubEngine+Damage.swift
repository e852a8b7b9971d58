import HeadwayCore
import Logging

// A record that turns out to be damaged while it is in use.
extension HubEngine {
  /// No file is damaged twice within this time: what looks like it is something else.
  private static let leastReplacementPause: Duration = .seconds(60)

  /// Whether another record, with all that the hub has in memory, is in the place of one that `error`
  /// shows to be damaged. It blocks the loop meanwhile: until then nothing can be acknowledged.
  func replaceRecord(after error: any Error) -> Bool {
    let now = HubClock.now.awake
    guard RecordStore.isDamage(error),
      recordReplacedAt.map({ now - $0 >= Self.leastReplacementPause }) ?? true
    else { return false }
    recordReplacedAt = now
    do {
      let aside = try store.startOver(with: state.records, highestNumber: state.highestNumber)
      logger.error(
        "the record is damaged (\(error)); set aside as \(aside), going on with what is in memory")
      return true
    } catch {
      logger.error("the record is damaged, and no other can take its place (\(error))")
      return false
    }
  }
}
