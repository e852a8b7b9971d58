package import HeadwayModel

/// The assertions of one process, and the time that is left for them.
///
/// Time passes while something is asserted and either the process is in the background or a person
/// or the system waits for it: 30 s in all. The process gets them back when it comes back to the
/// foreground. Without a terminal, it gets them back once nothing is asserted. All instants are of
/// the awake clock.
package struct AssertionWatch: Sendable {
  /// The total time for assertions.
  package static let limit: Duration = .seconds(30)
  /// The time before the limit at which holders of assertions are warned.
  package static let warning: Duration = .seconds(5)

  package struct ID: Hashable, Comparable, Sendable {
    fileprivate let value: Int

    package static func < (left: ID, right: ID) -> Bool { left.value < right.value }
  }

  /// The place of the process, as far as its terminal says.
  package enum Ground: Hashable, Sendable {
    case foreground, background
    /// The process has no terminal.
    case noTerminal
  }

  private struct Held {
    var name: SanitisedText
    var isWarned = false
  }

  private var held: [ID: Held] = [:]
  private var lastID = 0
  private var ground: Ground
  private var isAwaited = false
  /// Whether a moment without assertions, in which something waited, has still to be reported. No
  /// new assertion is reported before it.
  private var owesPause = false
  /// The part of the time that was used, up to `countedTo`.
  private var used: Duration = .zero
  private var countedTo: AwakeTime
  /// The assertion that wasn't finished in time.
  package private(set) var leaked: SanitisedText?

  package init(ground: Ground, at now: AwakeTime) {
    self.ground = ground
    countedTo = now
  }

  package var isHolding: Bool { !held.isEmpty }

  /// The name of the oldest assertion.
  package var name: SanitisedText? {
    owesPause ? nil : held.min { $0.key < $1.key }?.value.name
  }

  package func isHeld(_ id: ID) -> Bool { held[id] != nil }

  /// Begins an assertion; returns nil if no time is left.
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

  package mutating func move(to ground: Ground, at now: AwakeTime) {
    count(to: now)
    let returns = ground == .foreground && self.ground != .foreground
    self.ground = ground
    if returns, !isAwaited { restore() }
  }

  /// Something waits for what is asserted, and no longer than that.
  package mutating func await(within time: Duration, at now: AwakeTime) {
    count(to: now)
    guard isHolding else { return }
    isAwaited = true
    used = max(used, Self.limit - max(.zero, time))
  }

  /// Ends the wait for assertions. Returns whether anything waited.
  package mutating func stopAwaiting(at now: AwakeTime) -> Bool {
    count(to: now)
    guard isAwaited else { return false }
    isAwaited = false
    if ground != .background { restore() }
    return true
  }

  /// Marks the moment without assertions as reported. Returns whether a report was owed.
  package mutating func tellPause() -> Bool {
    defer { owesPause = false }
    return owesPause
  }

  /// Returns the assertions to warn, because their time ends soon. An assertion that isn't finished
  /// at the end is leaked and no longer counts.
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

  /// Returns the time that remains at `now`; nil while nothing limits it.
  package func remaining(at now: AwakeTime) -> Duration? {
    guard ground != .foreground || isAwaited else { return nil }
    let further = isRunning ? max(.zero, now - countedTo) : .zero
    return max(.zero, Self.limit - used - further)
  }

  /// The instant at which `check` finds something; nil while no time passes.
  package var nextDeadline: AwakeTime? {
    guard isRunning else { return nil }
    let isWarned = held.values.allSatisfy(\.isWarned)
    return countedTo + Self.limit - used - (isWarned ? .zero : Self.warning)
  }

  private var isRunning: Bool { isHolding && (ground != .foreground || isAwaited) }

  private mutating func count(to now: AwakeTime) {
    if isRunning { used = min(Self.limit, used + max(.zero, now - countedTo)) }
    countedTo = max(countedTo, now)
  }

  /// Once nothing is asserted nobody waits.
  private mutating func settle() {
    guard !isHolding else { return }
    if isAwaited { owesPause = true }
    isAwaited = false
    if ground != .background { restore() }
  }

  private mutating func restore() {
    used = .zero
    for id in held.keys { held[id]?.isWarned = false }
  }
}
