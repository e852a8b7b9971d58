import Foundation
import Headway

/// A short run to fetch what is new: at most 30 s from its launch. Then it expires, and 5 s later it
/// has ended, unsuccessfully, whatever it does.
public class BGAppRefreshTask: BGTask, @unchecked Sendable {
  /// How long it may run, and how long its end may take then; in seconds.
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
