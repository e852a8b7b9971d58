internal import HeadwayModel

/// The groups that commands made, changed or paused. An empty name means the general slots.
struct QueueGroups: Sendable {
  private var records: [String: GroupRecord] = [:]

  /// The record of a group. An empty record isn't kept.
  subscript(name: String) -> GroupRecord {
    get { records[name] ?? GroupRecord(name) }
    set { records[name] = newValue.isEmpty ? nil : newValue }
  }

  /// All records, by name.
  var all: [GroupRecord] { records.values.sorted { $0.name < $1.name } }

  /// Whether each group that becomes known is paused from its beginning.
  var holdsNewGroups: Bool { records[""]?.holdsNewGroups == true }

  /// Whether the group is paused because the config has it only since all groups were paused. Other
  /// groups have the pause in their records.
  func holdsAsNew(_ name: String, _ config: QueueLimits) -> Bool {
    holdsNewGroups && records[name]?.goesOn != true && records[name]?.pause == nil
      && config.groups[name] != nil
  }

  /// Whether there is room for the record of another group.
  func hasRoom(for name: String) -> Bool {
    records[name] != nil || records.count < GroupRecord.limit
  }

  /// Drops everything that the config says too: the config counts.
  ///
  /// - Returns: the records that changed.
  mutating func yield(to config: QueueLimits) -> [GroupRecord] {
    var changed: [GroupRecord] = []
    for record in all {
      var kept = record
      let declared = config.declaredTerms(of: record.name)
      if declared.slots != nil { kept.terms.slots = nil }
      if declared.pausesOnFailure != nil { kept.terms.pausesOnFailure = nil }
      guard kept != record else { continue }
      self[record.name] = kept
      changed.append(kept)
    }
    return changed
  }

  /// Returns the limits of the config with everything that commands changed.
  func limits(over config: QueueLimits) -> QueueLimits {
    var limits = config
    if holdsNewGroups {
      limits.paused.formUnion(config.groups.keys.filter { holdsAsNew($0, config) })
    }
    for record in records.values {
      if record.pause != nil { limits.paused.insert(record.name) }
      guard record.terms != GroupTerms() else { continue }
      if record.name.isEmpty {
        limits.slots = record.terms.slots ?? limits.slots
        limits.pausesOnFailure = record.terms.pausesOnFailure ?? limits.pausesOnFailure
      } else {
        limits.groups[record.name, default: GroupTerms()].apply(record.terms)
      }
    }
    return limits
  }
}

extension GroupTerms {
  /// Takes over the terms of `other` that aren't nil.
  mutating func apply(_ other: GroupTerms) {
    slots = other.slots ?? slots
    pausesOnFailure = other.pausesOnFailure ?? pausesOnFailure
  }
}

// Groups as a part of the queue.
extension TaskQueue {
  /// Applies the groups of the record when the hub starts. Loads them before tasks enter.
  mutating func load(_ records: [GroupRecord], in hub: inout HubContext) {
    for record in records { groups[record.name] = record }
    adopt(hub.settings.queue, in: &hub)
  }

  /// Applies new limits of the config. Waiting tasks follow them immediately. Running tasks keep
  /// what they hold.
  mutating func adopt(_ config: QueueLimits, in hub: inout HubContext) {
    let changed = groups.yield(to: config)
    if !changed.isEmpty { hub.perform(.saveGroups(changed, then: [])) }
    applyGroups(in: &hub)
  }

  /// Applies changed groups to the waiting tasks.
  mutating func applyGroups(in hub: inout HubContext) {
    turns.change(groups.limits(over: hub.settings.queue)) {
      hub.tasks[$0]?.description.group?.string
    }
    waiting.mayAnyoneStart = true
    for key in turns.keys { hub.tasks.note(.listing, of: key) }
  }

  /// Whether the config or a command knows the group, or a task of the group waits in the queue.
  ///
  /// A task that doesn't wait, such as one of `run` without a queue, makes no group known: its group
  /// may be misspelt.
  func knows(_ group: SanitisedText, in hub: HubContext) -> Bool {
    hub.settings.queue.groups[group.string] != nil || !groups[group.string].isEmpty
      || waiting.groupSizes[group] != nil
  }

  /// The refusal of a group that nothing knows.
  func refusal(of group: SanitisedText, in hub: HubContext) -> Refusal? {
    guard !knows(group, in: hub) else { return nil }
    let declared = hub.settings.queue.groups.keys.sorted()
    let made = groups.all.map(\.name).filter { !$0.isEmpty }
    let used = waiting.groupSizes.keys.prefix(Self.comparedGroups).map(\.string).sorted()
    return .unknownGroup(group, meant: (declared + made + used).nearest(to: group.string))
  }

  /// The number of groups in use that an unknown group is compared with. Clients decide how many
  /// there are.
  private static var comparedGroups: Int { 256 }

  /// The name of the paused group that keeps the task from its turn: "" for the general slots. Nil
  /// if no paused group does.
  func pausedGroup(of key: TaskKey) -> String? {
    for case .paused(let name) in turns.shortages(of: key) { return name }
    return nil
  }

  /// The paused group in words, such as "the paused group ml (task 7 failed)".
  func words(ofPaused name: String) -> SanitisedText {
    switch (name, groups[name].pause) {
    case ("", .failure(let number)):
      SanitisedText(wire: "the paused queue (task \(number) failed)")
    case ("", _): SanitisedText(wire: "the paused queue")
    case (_, .failure(let number)):
      SanitisedText(wire: "the paused group \(name) (task \(number) failed)", limit: .line)
    case (_, _): SanitisedText(wire: "the paused group \(name)", limit: .line)
    }
  }

  /// The reason why a group starts nothing; nil for a group that isn't paused.
  func pauseReason(of name: String) -> SanitisedText? {
    switch groups[name].pause {
    case .person: SanitisedText(wire: "a person paused it")
    case .failure(let number): SanitisedText(wire: "task \(number) failed")
    case nil where turns.limits.paused.contains(name):
      SanitisedText(wire: "a person paused all groups")
    case nil where turns.limits.slots(named: name) == .count(0):
      SanitisedText(wire: "it has no slots")
    case nil: nil
    }
  }
}
