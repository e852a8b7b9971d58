internal import HeadwayHubCore
import HeadwayModel
import Logging

extension HubEngine {
  /// Saves the progress of running tasks for the next hub, which uses it until the workers report.
  ///
  /// Readings wait for no commit, so the record is behind. No promise depends on them: a full disk
  /// keeps the hub from saving them, not from leaving.
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
