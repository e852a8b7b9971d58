package import HeadwayModel

/// Words for a time as the user reads it at another time, such as "22:00". Only the shell knows the
/// time zone.
package typealias TimeWords =
  @Sendable (_ time: WallTime, _ now: WallTime) -> SanitisedText

/// The settings of the hub's decisions.
package struct HubSettings: Hashable, Sendable {
  package var stallLimits = StallLimits()
  /// The time for which an ended task stays in the live list.
  package var keepEnded: Duration = .seconds(15 * 60)
  /// The greatest number of live tasks. The hub refuses further begins.
  package var taskLimit = 120_000
  /// The greatest number of ended tasks in the live list. Beyond it, tasks leave in the order of
  /// their ends.
  package var endedLimit = 10_000
  /// The greatest number of requests that wait for the ends of tasks. The hub refuses further ones.
  package var waiterLimit = 10_000
  package var queue = QueueLimits()
  /// The niceness and the limits that a command inherits from the hub.
  package var inherited = InheritedLimits()
  /// The pause before the second attempt of a task that failed. Each further pause is twice as
  /// long.
  package var retryPause: Duration = .seconds(5)
  /// The identifier of this boot of the machine (proc(5), `random/boot_id`).
  package var bootID = ""
  /// Whether tasks that were queued before a reboot stay on hold until a person resumes them.
  package var holdsAfterReboot = true
  package var telling = TellingSettings()
  /// The policy for a system that is low on memory: whether the hub asks about a task, and whether
  /// an unanswered question ends the task.
  package var memoryPolicy = MemoryPolicy.ask
  /// The fault of the config; nil if the config is valid. While the config has a fault, the hub
  /// starts nothing from the queue.
  package var configProblem: SanitisedText?

  /// The longest time of one run of a refresh.
  package static let refreshBudget: Duration = .seconds(30)
  /// The shortest time between two begins of a task that a program wakes. Wakes within this time
  /// lead to one run.
  package static let wakePause: Duration = .seconds(10)
  /// The time between two tries to hand a task to an engine that doesn't answer.
  static let enginePause: Duration = .seconds(60)
  /// The longest pause before another attempt.
  static let longestRetryPause: Duration = .seconds(300)
  /// The time that the workers of an earlier hub have to come back.
  static let returnPatience: Duration = .seconds(2)

  package init() {}

  /// Returns the pause before the attempt after `attempt`: with the default 5 s, 10 s, 20 s … 5
  /// min.
  func retryPause(after attempt: Int) -> Duration {
    min(retryPause * (1 << min(max(0, attempt - 1), 10)), Self.longestRetryPause)
  }
}

/// The slots and resources of the queue.
package struct QueueLimits: Hashable, Sendable {
  /// The slots that all groups without slots of their own share.
  package var slots: SlotLimit = 1
  /// Whether the config says the general slots, so that a command's number yields to it.
  package var declaresSlots = false
  /// Whether a failing task without slots of its group's own pauses the general slots; nil if nothing
  /// says so.
  package var pausesOnFailure: Bool?
  /// The groups with terms, by name.
  package var groups: [String: GroupTerms] = [:]
  /// The groups that are paused, by name; "" for the general slots.
  package var paused: Set<String> = []
  /// The number of units of each resource, by name.
  package var resources: [String: Int] = [:]
  /// Whether the hub gives a task only GPUs that others don't use. The shell must be able to tell.
  package var looksAtGPUs = false

  package init() {}

  /// Returns the name of the slots that `group` uses: the group itself, or "" for the shared slots.
  ///
  /// A paused group is on its own while it is paused, so that the tasks of other groups pass.
  func slotName(of group: String?) -> String {
    group.flatMap { groups[$0]?.slots == nil && !paused.contains($0) ? nil : $0 } ?? ""
  }

  func slots(named name: String) -> SlotLimit { groups[name]?.slots ?? slots }

  /// Whether the slots of this name start nothing.
  func isPaused(_ name: String) -> Bool {
    paused.contains(name) || slots(named: name) == .count(0)
  }

  /// Whether tasks are in other lanes under `other` than here.
  func dividesOtherwise(than other: QueueLimits) -> Bool {
    ownSlots != other.ownSlots
  }

  private var ownSlots: Set<String> {
    paused.union(groups.filter { $0.value.slots != nil }.keys).subtracting([""])
  }

  /// Returns the terms that the config says of a group; "" for the general slots.
  func declaredTerms(of name: String) -> GroupTerms {
    guard name.isEmpty else { return groups[name] ?? GroupTerms() }
    return GroupTerms(slots: declaresSlots ? slots : nil, pausesOnFailure: pausesOnFailure)
  }

  /// Returns the group to pause when a task of `group` fails; "" for the general slots. Nil if none
  /// is to be paused.
  func groupToPause(afterFailureIn group: String?) -> String? {
    let own = group.flatMap { groups[$0]?.pausesOnFailure }
    if let group, own == true { return group }
    let general = own == nil && slotName(of: group).isEmpty && pausesOnFailure == true
    return general ? "" : nil
  }

  /// Returns the reason for which a task of `group` with these terms could never start; nil if the
  /// task could. A group without any slot is only paused.
  func refusal(of terms: LaunchTerms, in group: String?) -> Refusal? {
    let name = slotName(of: group)
    let size = slots(named: name)
    if terms.takesSlot, let size = size.count, terms.slots > size, size > 0 {
      return .slotsExceeded(name, size: size)
    }
    return refusal(of: terms.needs) ?? refusal(of: terms.gpus, count: terms.needs["gpu"] ?? 0)
  }

  private func refusal(of gpus: GPUChoice, count: Int) -> Refusal? {
    guard count > 0, !gpus.among.isEmpty else { return nil }
    let size = resources[GPUChoice.resource, default: 0]
    if let missing = gpus.among.first(where: { $0 >= size }) {
      return .gpuMissing(missing, size: size)
    }
    guard count > gpus.among.count else { return nil }
    return .gpusExceeded(gpus.among, needed: count)
  }

  /// Returns the reason for which a task with these needs could never start; nil if the task could.
  private func refusal(of needs: [String: Int]) -> Refusal? {
    for (name, count) in needs.sorted(by: { $0.key < $1.key }) {
      guard let size = resources[name], size > 0 else { return .resourceUnknown(name) }
      if count > size { return .resourceExceeded(name, size: size) }
    }
    return nil
  }
}

/// The slot and the resources that a running task holds until it ends.
package struct LaunchClaim: Hashable, Sendable {
  /// The group whose slot the task holds, "" for a shared slot. Nil if it holds no slot.
  package var slot: String?
  /// The number of slots that the task holds of the group.
  package var slots = 1
  /// The units of each resource, by index.
  package var units: [String: [Int]] = [:]
  /// The thousandths that the task holds of each of its GPUs.
  package var gpuShare = GPUChoice.whole

  package init(
    slot: String? = nil, slots: Int = 1, units: [String: [Int]] = [:],
    gpuShare: Int = GPUChoice.whole
  ) {
    self.slot = slot
    self.slots = slots
    self.units = units
    self.gpuShare = gpuShare
  }

  /// The thousandths that the task holds of each unit of the resource.
  func share(of resource: String) -> Int {
    resource == GPUChoice.resource ? gpuShare : GPUChoice.whole
  }
}
