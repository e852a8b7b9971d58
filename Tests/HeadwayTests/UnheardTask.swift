import HeadwayModel

@testable import Headway

/// A task that no hub hears of.
func unheardTask(total: Int64? = nil) -> HeadwayTask {
  HeadwayTask(
    "Unheard", total: total, options: HeadwayTaskOptions(), key: TaskKey(high: 0, low: 1),
    bell: .unheard)
}
