internal import HeadwayModel

// The advice to a person whose order changed nothing.
extension TaskQueue {
  /// Whether a person has to resume the task before it can have its turn.
  func isOnHold(_ key: TaskKey) -> Bool {
    !turns.holds(of: key).isDisjoint(with: [.person, .reboot])
  }

  /// Returns a line for a person who resumed a queued task that isn't on hold: what the task waits
  /// for, and how to start it earlier.
  func noticeOfResume(_ task: TrackedTask, in hub: HubContext) -> SanitisedText {
    let obstacle = obstacle(of: task.key, in: hub)
    let advice = advice(for: task, in: hub)
    return SanitisedText(
      wire: "task \(task.number) isn't on hold: it \(obstacle.waitsWords); \(advice)", limit: .line)
  }

  private func advice(for task: TrackedTask, in hub: HubContext) -> String {
    let number = task.number
    switch turns.holds(of: task.key).min(by: { $0.rank < $1.rank }) {
    case .person, .reboot: return String(wire: "resume it: headway resume \(number)")
    case .task(let key): return adviceOnDependency(key, of: task)
    case .earliest:
      if task.terms?.refresh != nil, let identifier = task.description.identifier {
        return String(wire: "to run it soon: headway wake \(identifier)")
      }
      return Self.start(number)
    case .condition(let condition) where task.terms?.whileConditions.contains(condition) == true:
      return String(wire: "it starts by itself once that holds")
    case .run: return String(wire: "it starts by itself once that run has ended")
    case .condition, .retry: return Self.start(number)
    case .record: return String(wire: "it starts by itself")
    case nil: break
    }
    if hub.settings.configProblem != nil, turns.shortages(of: task.key).isEmpty {
      return String(wire: "correct the config, then: headway hub reload")
    }
    if let group = pausedGroup(of: task.key) { return advice(onPaused: group) }
    let needsResource = turns.shortages(of: task.key).contains {
      switch $0 {
      case .resource, .gpus: true
      case .parts, .slots, .moreSlots, .slotsKept, .paused: false
      }
    }
    guard needsResource else { return Self.start(number) }
    let priority = task.terms?.priority ?? 0
    let higher = min(priority + 10, LaunchTerms.priorities.upperBound)
    return String(wire: "to move it ahead: headway priority \(number) \(higher)")
  }

  /// Returns the way to end the pause of a group; "" stands for the general slots.
  func advice(onPaused group: String) -> String {
    let name = ShellWord(group.isEmpty ? GroupRecord.generalName : group).written
    return groups[group].pause == nil
      ? String(wire: "to give it slots: headway group slots \(name) 1")
      : String(wire: "to go on: headway resume --group \(name)")
  }

  private static func start(_ number: TaskNumber) -> String {
    String(wire: "to start it now: headway start \(number)")
  }

  private func adviceOnDependency(_ key: TaskKey, of task: TrackedTask) -> String {
    let needsSuccess = task.terms?.dependencies.contains { $0.key == key && $0.needsSuccess }
    return needsSuccess == true
      ? String(wire: "it starts by itself once that task has succeeded")
      : String(wire: "it starts by itself once that task has ended")
  }
}
