internal import HeadwayHubCore
import Dispatch
import HeadwayModel
import Logging
import NIOCore

// The record's replacement when it turns out to be damaged while the hub uses it.
extension HubEngine {
  /// The shortest time between two replacements. A record that seems damaged again within this time
  /// has another fault.
  private static let leastReplacementPause: Duration = .seconds(60)

  /// The loss of the record, or the reason why it was set aside, in words; nil if nothing is
  /// missing.
  var recordNotice: String? { store.notice }

  /// Whether another record, with all that the hub has in memory, is in the place of one that
  /// `error` shows to be damaged. It blocks the loop meanwhile: until then nothing can be
  /// acknowledged.
  func replaceRecord(after error: any Error) -> Bool {
    let now = HubClock.now.awake
    guard RecordStore.isDamage(error),
      recordReplacedAt.map({ now - $0 >= Self.leastReplacementPause }) ?? true
    else { return false }
    recordReplacedAt = now
    do {
      let aside = try store.startOver(
        with: state.records, groups: state.groupRecords, highestNumber: state.highestNumber)
      logger.error(
        "the record is damaged (\(error)); set aside as \(aside), going on with the tasks known")
      return true
    } catch {
      logger.error("the record is damaged, and no other can take its place (\(error))")
      return false
    }
  }

  /// Checks a large record as a whole, beside the hub's work. A smaller record was checked before
  /// the hub served.
  func checkRecordLater() {
    guard store.isLarge else { return }
    let engine = NIOLoopBound(self, eventLoop: loop)
    DispatchQueue(label: "headway.check", qos: .utility).async { [store, loop] in
      do {
        try store.checkTables()
      } catch {
        loop.execute { _ = engine.value.replaceRecord(after: error) }
      }
    }
  }
}
