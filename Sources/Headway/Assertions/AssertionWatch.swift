package import HeadwayModel

/// What one process asserts that it must finish, and the time that is left for it.
///
/// Time passes while something is asserted and either the process is in the background or something
/// waits: 30 s in all. They are there again when the process comes back to the foreground; where
/// there is no terminal to come back to, when nothing is asserted any more. All times are the awake
/// clock's.
package struct AssertionWatch: Sendable {
  /// In all.
  package static let limit: Duration = .seconds(30)
  /// So long before the end of the time whoever asserts something is told.
  package static let warning: Duration = .seconds(5)

  package struct ID: Hashable, Comparable, Sendable {
    fileprivate let value: Int

    package static func < (left: ID, right: ID) -> Bool { left.value < right.value }
  }

  /// Where the process is, as far as its terminal says.
  package enum Standing: Hashable, Sendable {
    case foreground, background
    /// It has none.
    case noTerminal
  }

  private struct Held {
    var name: SanitisedText
    var isWarned = false
  }

  private var held: [ID: Held] = [:]
  private var lastID = 0
  private var standing: Standing
  private var isAwaited = false
  /// For a moment nothing was asserted while something waited: that is to be told before anything is
  /// asserted again.
  private var owesPause = false
  /// Of the time, up to `countedTo`.
  private var used: Duration = .zero
  private var countedTo: AwakeTime
  /// What was not finished in time.
  package private(set) var leaked: SanitisedText?

  package init(standing: Standing, at now: AwakeTime) {
    self.standing = standing
    countedTo = now
  }

  package var isHolding: Bool { !held.isEmpty }

  /// What is asserted: the oldest of several.
  package var name: SanitisedText? {
    owesPause ? nil : held.min { $0.key < $1.key }?.value.name
  }

  package func isHeld(_ id: ID) -> Bool { held[id] != nil }

  /// Nil where no time is left.
  package mutating func begin(_ name: SanitisedText, at now: AwakeTime) -> ID? {
    count(to: now)
    guard used < Self.limit else { return nil }
    lastID += 1
    let id = ID(value: lastID)
    held[id] = Held(name: name.isBlank ? "unnamed" : name)
    return id
  }

  package mutating func end(_ id: ID, at now: AwakeTime) {
    count(to: now)
    held[id] = nil
    settle()
  }

  package mutating func move(to standing: Standing, at now: AwakeTime) {
    count(to: now)
    let returns = standing == .foreground && self.standing != .foreground
    self.standing = standing
    if returns, !isAwaited { restore() }
  }

  /// Something waits for what is asserted, and no longer than that.
  package mutating func await(within time: Duration, at now: AwakeTime) {
    count(to: now)
    guard isHolding else { return }
    isAwaited = true
    used = max(used, Self.limit - max(.zero, time))
  }

  /// Nothing waits any more; whether something did.
  package mutating func stopAwaiting(at now: AwakeTime) -> Bool {
    count(to: now)
    guard isAwaited else { return false }
    isAwaited = false
    if standing != .background { restore() }
    return true
  }

  /// That nothing is asserted is told; whether that was owed.
  package mutating func tellPause() -> Bool {
    defer { owesPause = false }
    return owesPause
  }

  /// Those that are to be told now that their time ends soon; what isn't finished at its end is
  /// leaked, and no longer asserted.
  package mutating func check(at now: AwakeTime) -> [ID] {
    count(to: now)
    guard isRunning, used >= Self.limit - Self.warning else { return [] }
    let news = held.filter { !$0.value.isWarned }.map(\.key).sorted()
    for id in news { held[id]?.isWarned = true }
    if used >= Self.limit {
      leaked = held.min { $0.key < $1.key }?.value.name
      held.removeAll()
      settle()
    }
    return news
  }

  /// What remains at `now`; nil while nothing limits it.
  package func remaining(at now: AwakeTime) -> Duration? {
    guard standing != .foreground || isAwaited else { return nil }
    let further = isRunning ? max(.zero, now - countedTo) : .zero
    return max(.zero, Self.limit - used - further)
  }

  /// When `check` finds something next; nil where time doesn't pass.
  package var nextDeadline: AwakeTime? {
    guard isRunning else { return nil }
    let isWarned = held.values.allSatisfy(\.isWarned)
    return countedTo + Self.limit - used - (isWarned ? .zero : Self.warning)
  }

  private var isRunning: Bool { isHolding && (standing != .foreground || isAwaited) }

  private mutating func count(to now: AwakeTime) {
    if isRunning { used = min(Self.limit, used + max(.zero, now - countedTo)) }
    countedTo = max(countedTo, now)
  }

  /// Once nothing is asserted nobody waits.
  private mutating func settle() {
    guard !isHolding else { return }
    if isAwaited { owesPause = true }
    isAwaited = false
    if standing != .background { restore() }
  }

  private mutating func restore() {
    used = .zero
    for id in held.keys { held[id]?.isWarned = false }
  }
}
