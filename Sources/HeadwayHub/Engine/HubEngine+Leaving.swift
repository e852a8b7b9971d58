internal import HeadwayHubCore
import HeadwayModel
import Logging

extension HubEngine {
  /// For the next hub, until the workers report to it: readings wait for no commit, so the record is
  /// behind. Nothing promised depends on it, and a full disk keeps nobody from leaving.
  func keepProgress() {
    let records = state.recordsOfRunning
    guard !records.isEmpty else { return }
    do {
      try store.save(records)
    } catch {
      logger.notice("how far tasks are isn't in the record (\(error)); they will report it")
    }
  }
}
