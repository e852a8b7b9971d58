import Foundation
import Headway

/// A short run that fetches news, at most 30 s from its launch.
///
/// After 30 s the task expires. 5 s later the task ends unsuccessfully, whatever its code does.
///
/// ```swift
/// let fetch = Task {
///   task.setTaskCompleted(success: await feed.fetch())
/// }
/// task.expirationHandler = { fetch.cancel() }
/// ```
public class BGAppRefreshTask: BGTask, @unchecked Sendable {
  /// The time that the run may take, and the time that its end may take afterwards, in seconds.
  struct Limit {
    var time: TimeInterval = 30
    var grace: TimeInterval = 5
  }

  private let limit: Limit
  private let queue = DispatchQueue(label: "headway.background-tasks.refresh")

  init(identifier: String, limit: Limit = Limit(), begin: BeginCard) {
    self.limit = limit
    super.init(identifier: identifier, card: Self.makeCard(identifier, begin))
  }

  /// Starts the clock of the run.
  override func willLaunch() {
    let limit = limit
    queue.asyncAfter(deadline: .now() + limit.time) { [weak self] in
      self?.endTime(grace: .seconds(limit.grace))
    }
    queue.asyncAfter(deadline: .now() + limit.time + limit.grace) { [weak self] in
      self?.setTaskCompleted(success: false)
    }
  }
}
