import HeadwayHubCore
import HeadwayModel

/// Who holds which slots and units, by what the hub writes of its tasks.
struct ClaimLedger {
  private var claims: [TaskKey: LaunchClaim] = [:]
  private var slots: [String: Int] = [:]
  private var owners: [String: [Int: TaskKey]] = [:]

  /// Of a task that ran already when this hub came.
  mutating func restore(_ record: TaskRecord) {
    if let claim = record.liveClaim { take(claim, for: record.description.key) }
  }

  /// A claim that is new takes only what nobody has, and no more than there is.
  mutating func note(
    _ record: TaskRecord, _ state: HubState, _ settings: HubSettings
  ) throws(BrokenPromise) {
    let key = record.description.key
    let claim = record.liveClaim
    guard claims[key] != claim else { return }
    release(key)
    guard let claim else { return }
    try check(claim, of: record, state, settings)
    take(claim, for: key)
  }

  /// Of a task that was never submitted.
  mutating func release(_ key: TaskKey) {
    if let old = claims.removeValue(forKey: key) { giveBack(old) }
  }

  private func check(
    _ claim: LaunchClaim, of record: TaskRecord, _ state: HubState, _ settings: HubSettings
  ) throws(BrokenPromise) {
    if let slot = claim.slot {
      let limit = state.slots(named: slot)
      try promise(
        limit.allows(claim.slots, besides: slots[slot, default: 0]),
        "more than \(limit.text) tasks hold slot \(slot)")
    }
    for (name, count) in record.submission.terms?.needs ?? [:] {
      let units = claim.units[name] ?? []
      try promise(Set(units).count == count, "task \(record.number) has \(units) of \(name)")
    }
    for (name, units) in claim.units {
      for unit in units {
        try promise(owners[name]?[unit] == nil, "\(name) \(unit) is given twice")
        try promise(unit < settings.queue.resources[name] ?? 0, "there is no \(name) \(unit)")
      }
    }
  }

  private mutating func take(_ claim: LaunchClaim, for key: TaskKey) {
    claims[key] = claim
    if let slot = claim.slot { slots[slot, default: 0] += claim.slots }
    for (name, units) in claim.units {
      for unit in units { owners[name, default: [:]][unit] = key }
    }
  }

  private mutating func giveBack(_ claim: LaunchClaim) {
    if let slot = claim.slot { slots[slot, default: 0] -= claim.slots }
    for (name, units) in claim.units {
      for unit in units { owners[name]?[unit] = nil }
    }
  }
}

extension TaskRecord {
  fileprivate var liveClaim: LaunchClaim? {
    state == .ended || state == .queued ? nil : submission.claim
  }
}
