package import HeadwayModel

/// A time as its user reads it, seen from another: "22:00". Only the shell knows the time zone.
package typealias TimeWords =
  @Sendable (_ time: WallTime, _ now: WallTime) -> SanitisedText

/// The settings of the hub's decisions.
package struct HubSettings: Hashable, Sendable {
  package var stallLimits = StallLimits()
  /// The time for which an ended task stays in the live list.
  package var keepEnded: Duration = .seconds(15 * 60)
  /// Begins beyond this many live tasks are refused.
  package var taskLimit = 20_000
  /// The number of ended tasks that the live list keeps. Beyond it, tasks leave in the order of
  /// their ends.
  package var endedLimit = 10_000
  /// The number of requests that may wait for the ends of tasks. Further ones are refused.
  package var waiterLimit = 10_000
  package var queue = QueueLimits()
  /// The pause before the second attempt of a task that failed. Each further pause is twice as
  /// long.
  package var retryPause: Duration = .seconds(5)
  /// The identifier of this boot of the machine (proc(5), `random/boot_id`).
  package var bootID = ""
  /// Whether tasks that were queued before a reboot stay on hold until a person resumes them.
  package var holdsAfterReboot = true
  package var telling = TellingSettings()
  /// Whether a task is asked about, or ended, when the system is low on memory.
  package var memoryPolicy = MemoryPolicy.ask
  /// The fault of the config; nil if it is understood. While there is one, the hub starts nothing
  /// from the queue.
  package var configProblem: SanitisedText?

  /// The longest time of one run of a refresh.
  package static let refreshBudget: Duration = .seconds(30)
  /// The shortest time between two begins of a task that is woken. Wakes that come in between make
  /// one run.
  package static let wakePause: Duration = .seconds(10)
  /// The longest pause before another attempt.
  static let longestRetryPause: Duration = .seconds(300)
  /// The time that the workers of an earlier hub have to come back.
  static let returnPatience: Duration = .seconds(2)

  package init() {}

  /// The pause before the attempt that follows `attempt`: 5 s, 10 s, 20 s … 5 min.
  func retryPause(after attempt: Int) -> Duration {
    min(retryPause * (1 << min(max(0, attempt - 1), 10)), Self.longestRetryPause)
  }
}

/// The slots and resources that there are.
package struct QueueLimits: Hashable, Sendable {
  /// Slots of tasks whose group has none of its own.
  package var slots = 1
  /// Slots of groups.
  package var groups: [String: Int] = [:]
  /// Units of resources, by name.
  package var resources: [String: Int] = [:]

  package init() {}

  /// The slots that `group` takes part in: its own, or those that all others share.
  func slotName(of group: String?) -> String {
    group.flatMap { groups[$0] == nil ? nil : $0 } ?? ""
  }

  func slots(named name: String) -> Int { groups[name] ?? slots }

  /// Why a task with these needs could never start; nil where it could.
  func refusal(of needs: [String: Int]) -> Refusal? {
    for (name, count) in needs.sorted(by: { $0.key < $1.key }) {
      guard let size = resources[name], size > 0 else { return .resourceUnknown(name) }
      if count > size { return .resourceExceeded(name, size: size) }
    }
    return nil
  }
}

/// The slot and the resources that a running task holds until it ends.
package struct LaunchClaim: Hashable, Sendable {
  /// The group whose slot it has taken; nil where it took none.
  package var slot: String?
  /// The units of each resource, by index.
  package var units: [String: [Int]] = [:]

  package init(slot: String? = nil, units: [String: [Int]] = [:]) {
    self.slot = slot
    self.units = units
  }
}
