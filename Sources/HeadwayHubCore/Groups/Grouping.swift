internal import HeadwayModel

/// Makes, changes, pauses and resumes groups of the queue.
///
/// Everything that a command sets is in the record. What the config says of a group counts again
/// when the hub starts or reads the config; see ``QueueGroups``.
enum Grouping {
  static func carryOut(
    _ order: GroupOrder, by requester: Requester, _ queue: inout TaskQueue,
    _ durability: inout Durability, in hub: inout HubContext
  ) {
    do {
      let change = try change(order, queue, in: hub)
      guard !change.groups.isEmpty else { return hub.reply(requester, change.answer) }
      durability.changeGroups(
        change.groups, by: requester, answer: change.answer, &queue, in: &hub)
    } catch {
      hub.refuse(error.refusal, requester)
    }
  }

  /// The groups as an order leaves them, and its answer. Without groups nothing has to be saved.
  private struct Change {
    var groups: [GroupRecord] = []
    var answer = HubReply.done
  }

  private static func change(
    _ order: GroupOrder, _ queue: TaskQueue, in hub: HubContext
  ) throws(RefusedReference) -> Change {
    switch order {
    case .add(let name, let terms): return try add(name, terms, queue, in: hub)
    case .remove(let name): return try remove(name, queue, in: hub)
    case .set(let name, let terms):
      var change = try changed(name, queue, in: hub) { $0.terms.apply(terms) }
      change.answer = notice(of: terms, for: name, in: hub).map { .noted($0) } ?? .done
      return change
    case .pause(let name): return try changed(name, queue, in: hub) { $0.pause = .person }
    case .resume(let name):
      let isOfConfig = name.map { hub.settings.queue.groups[$0.string] != nil } ?? false
      var change = try changed(name, queue, in: hub) {
        $0.pause = nil
        if isOfConfig, queue.groups.holdsNewGroups { $0.goesOn = true }
      }
      change.answer = notice(ofResumed: name, queue, in: hub).map { .noted($0) } ?? .done
      return change
    case .pauseAll: return pauseAll(queue, in: hub)
    case .resumeAll: return resumeAll(queue)
    }
  }

  private static func add(
    _ name: SanitisedText, _ terms: GroupTerms, _ queue: TaskQueue, in hub: HubContext
  ) throws(RefusedReference) -> Change {
    guard name.string != GroupRecord.generalName else { throw RefusedReference(.groupReserved) }
    var record = queue.groups[name.string]
    guard !record.isMade, hub.settings.queue.groups[name.string] == nil else {
      guard terms == GroupTerms() else { throw RefusedReference(.groupExists(name)) }
      let notice = SanitisedText(wire: "there is a group \(name) already", limit: .line)
      return Change(answer: .noted(notice))
    }
    try checkRoom(for: name.string, queue)
    (record.isMade, record.terms) = (true, terms)
    if queue.groups.holdsNewGroups { record.pause = record.pause ?? .person }
    return Change(groups: [record])
  }

  private static func remove(
    _ name: SanitisedText, _ queue: TaskQueue, in hub: HubContext
  ) throws(RefusedReference) -> Change {
    guard hub.settings.queue.groups[name.string] == nil else {
      throw RefusedReference(.groupOfConfig(name))
    }
    if let refusal = queue.refusal(of: name, in: hub) { throw RefusedReference(refusal) }
    let waiting = hub.tasks.all.filter { $0.state == .queued && $0.description.group == name }
    guard waiting.isEmpty else {
      let numbers = waiting.map(\.number).sorted().prefix(shownNumbers)
      throw RefusedReference(.groupInUse(name, Array(numbers), count: waiting.count))
    }
    return Change(groups: [GroupRecord(name.string)])
  }

  private static let shownNumbers = 10

  /// Returns a line for a person who set what the config says too; nil if the config doesn't.
  private static func notice(
    of terms: GroupTerms, for name: SanitisedText?, in hub: HubContext
  ) -> SanitisedText? {
    guard terms.slots != nil,
      let declared = hub.settings.queue.declaredTerms(of: name?.string ?? "").slots
    else { return nil }
    let slots = declared == .count(1) ? String(wire: "1 slot") : declared.words
    guard let name else {
      return SanitisedText(
        wire: """
          the config gives the queue \(slots); that counts again when the hub starts or \
          reads the config; to keep the new number, change the config
          """, limit: .line)
    }
    return SanitisedText(
      wire: """
        the config gives group \(name) \(slots); that counts again when the hub starts or \
        reads the config; to keep the new number, change the config
        """, limit: .line)
  }

  private static func changed(
    _ name: SanitisedText?, _ queue: TaskQueue, in hub: HubContext,
    _ body: (inout GroupRecord) -> Void
  ) throws(RefusedReference) -> Change {
    if let name, let refusal = queue.refusal(of: name, in: hub) { throw RefusedReference(refusal) }
    var record = queue.groups[name?.string ?? ""]
    try checkRoom(for: record.name, queue)
    body(&record)
    return Change(groups: [record])
  }

  private static func checkRoom(
    for name: String, _ queue: TaskQueue
  ) throws(RefusedReference) {
    guard queue.groups.hasRoom(for: name) else {
      throw RefusedReference(.tooManyGroups(limit: GroupRecord.limit))
    }
  }

  /// Pauses the general slots and every group that the config or a command knows, now or later. A
  /// group without slots of its own rests with the general slots.
  private static func pauseAll(_ queue: TaskQueue, in hub: HubContext) -> Change {
    let names = Set(queue.groups.all.map(\.name)).union(hub.settings.queue.groups.keys)
    return Change(
      groups: names.union([""]).sorted().map { name in
        var record = queue.groups[name]
        record.pause = record.pause ?? .person
        record.goesOn = false
        if name.isEmpty { record.holdsNewGroups = true }
        return record
      })
  }

  private static func resumeAll(_ queue: TaskQueue) -> Change {
    let paused = queue.groups.all.filter { $0.pause != nil || $0.holdsNewGroups || $0.goesOn }
    return Change(
      groups: (paused.isEmpty ? [queue.groups[""]] : paused).map { record in
        var record = record
        record.pause = nil
        (record.holdsNewGroups, record.goesOn) = (false, false)
        return record
      })
  }

  /// Returns a line for a person whose resumed group still starts nothing; nil if it can start.
  private static func notice(
    ofResumed name: SanitisedText?, _ queue: TaskQueue, in hub: HubContext
  ) -> SanitisedText? {
    var groups = queue.groups
    groups[name?.string ?? ""].pause = nil
    if let name { groups[name.string].goesOn = true }
    let limits = groups.limits(over: hub.settings.queue)
    let slots = limits.slotName(of: name?.string)
    guard limits.isPaused(slots) else { return nil }
    let advice = queue.advice(onPaused: slots)
    guard let name else {
      return SanitisedText(
        wire: "the queue has 0 slots and starts nothing; \(advice)", limit: .line)
    }
    guard limits.slots(named: slots) == .count(0) else {
      return SanitisedText(
        wire: "group \(name) shares the slots of the queue, which is paused; \(advice)",
        limit: .line)
    }
    return SanitisedText(
      wire: "group \(name) has 0 slots and starts nothing; \(advice)", limit: .line)
  }
}

// Pauses by a failure.
extension Grouping {
  /// Pauses the group of a task that failed, if the group pauses on a failure. The record has the
  /// pause before the end.
  ///
  /// - Returns: a line for people about the new pause; nil if no group was paused.
  static func pauseAfterFailure(
    _ end: EndDecision, _ queue: inout TaskQueue, in hub: inout HubContext
  ) -> SanitisedText? {
    guard let task = hub.tasks[end.key], task.isLive, task.terms != nil,
      end.ending.reason.isFailure,
      let name = queue.turns.limits.groupToPause(
        afterFailureIn: task.description.group?.string),
      queue.groups[name].pause == nil, queue.groups.hasRoom(for: name)
    else { return nil }
    queue.groups[name].pause = .failure(task.number)
    queue.applyGroups(in: &hub)
    hub.perform(.saveGroups([queue.groups[name]], then: []))
    let advice = queue.advice(onPaused: name)
    guard !name.isEmpty else {
      return SanitisedText(
        wire: "the queue is paused, because task \(task.number) failed; \(advice)", limit: .line)
    }
    return SanitisedText(
      wire: "group \(name) is paused, because task \(task.number) failed; \(advice)", limit: .line)
  }
}

// The list of groups.
extension Grouping {
  /// The general slots first, then all groups by name. Of the groups that only tasks know, at most
  /// ``GroupRecord/limit``.
  static func snapshots(_ queue: TaskQueue, in hub: HubContext) -> [GroupSnapshot] {
    var counts: [String: (running: Int, queued: Int)] = [:]
    hub.tasks.forEach { task in
      guard task.isLive else { return }
      let name = task.description.group?.string ?? ""
      let isQueued = task.shownState == .queued
      counts[name, default: (0, 0)].running += isQueued ? 0 : 1
      counts[name, default: (0, 0)].queued += isQueued ? 1 : 0
    }
    let known = Set(queue.groups.all.map(\.name)).union(hub.settings.queue.groups.keys)
    let used = Set(counts.keys).subtracting(known).sorted().prefix(GroupRecord.limit)
    return known.union(used).union([""]).sorted().map { name in
      var group = snapshot(name, queue, in: hub)
      (group.running, group.queued) = counts[name] ?? (0, 0)
      return group
    }
  }

  private static func snapshot(
    _ name: String, _ queue: TaskQueue, in hub: HubContext
  ) -> GroupSnapshot {
    let limits = queue.turns.limits
    let shownName = name.isEmpty ? nil : SanitisedText(name, limit: .identifier)
    var group = GroupSnapshot(name: shownName)
    group.slots = name.isEmpty ? limits.slots : limits.groups[name]?.slots
    if queue.groups[name].terms.slots != nil {
      group.source = .command
    } else if hub.settings.queue.declaredTerms(of: name).slots != nil {
      group.source = .config
    }
    group.pausesOnFailure =
      (name.isEmpty ? limits.pausesOnFailure : limits.groups[name]?.pausesOnFailure) ?? false
    group.pausedBecause = queue.pauseReason(of: name)
    return group
  }
}

extension EndReason {
  /// Whether the task ended without success, and nobody wanted that.
  fileprivate var isFailure: Bool {
    switch self {
    case .failed, .expired, .lost: true
    case .completed, .cancelled: false
    }
  }
}
