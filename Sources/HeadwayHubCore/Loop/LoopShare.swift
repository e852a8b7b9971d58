package import HeadwayModel

/// Shares the time of one event loop among connections, so that no connection keeps the others
/// waiting, no matter how much it sends or asks for.
///
/// The loop works in rounds of at most `roundTime`; between two rounds it looks for new input. A
/// connection whose work doesn't fit a round waits in a line. When its turn comes, it gets `slice`.
/// Connections that had no work before go first, because their requests are usually small.
package struct LoopShare: Sendable {
  /// The time for which connections may work before the loop looks for input again.
  package static let roundTime: Duration = .milliseconds(2)
  /// The time for which one connection may work at a stretch.
  package static let slice: Duration = .microseconds(250)
  /// The number of turns of fresh connections after which a connection that has waited longer gets
  /// a turn.
  private static let freshTurns = 3

  private var fresh = Fifo<ConnectionID>()
  private var waiting = Fifo<ConnectionID>()
  private var members: Set<ConnectionID> = []
  private var roundEnds: AwakeTime?
  private var lastTick: UInt64?
  private var freshTurnsTaken = 0

  package init() {}

  package var isEmpty: Bool { members.isEmpty }

  package func contains(_ connection: ConnectionID) -> Bool { members.contains(connection) }

  /// Begins a round at `now` (awake clock). If the loop hasn't looked for input since the last
  /// round began, that round goes on with its remaining time.
  ///
  /// - Parameter tick: a number that is different each time that the loop has looked for input.
  package mutating func beginRound(at now: AwakeTime, tick: UInt64) {
    guard tick != lastTick else { return }
    (lastTick, roundEnds) = (tick, now + Self.roundTime)
  }

  /// Returns the deadline of a connection that begins to work at `now`; nil if the round's time is
  /// used up.
  package func deadline(at now: AwakeTime) -> AwakeTime? {
    let ends = roundEnds ?? now + Self.roundTime
    return now < ends ? min(now + Self.slice, ends) : nil
  }

  /// Puts a connection with new work in line.
  package mutating func add(_ connection: ConnectionID) {
    if members.insert(connection).inserted { fresh.append(connection) }
  }

  /// Puts a connection in line again, because its turn didn't suffice.
  package mutating func addAgain(_ connection: ConnectionID) {
    if members.insert(connection).inserted { waiting.append(connection) }
  }

  /// Removes the connection whose turn it is from the line and returns it; nil if none waits.
  package mutating func next() -> ConnectionID? {
    while !(fresh.isEmpty && waiting.isEmpty) {
      let next: ConnectionID?
      if freshTurnsTaken < Self.freshTurns || waiting.isEmpty, let first = fresh.popFirst() {
        freshTurnsTaken += 1
        next = first
      } else {
        freshTurnsTaken = 0
        next = waiting.popFirst()
      }
      if let next, members.remove(next) != nil { return next }
    }
    return nil
  }

  /// Removes a connection that is gone from the line.
  package mutating func remove(_ connection: ConnectionID) { members.remove(connection) }
}

/// Decides whether the hub rests after a turn, so that the next turn handles several reports
/// together.
///
/// Each turn costs a wake-up, which is most of the cost of a report. Network cards moderate their
/// interrupts in the same way.
///
/// A client that waits for an answer never waits for a rest. A rest follows only a turn that had
/// nothing but reports, and only if the turn before ended less than `rest` ago.
package struct TurnPace: Hashable, Sendable {
  private var reports = 0
  private var isAwaited = false
  private var lastEnd: AwakeTime?

  package static let rest: Duration = .microseconds(500)
  /// The number of reports above which a turn needs no rest.
  package static let fullTurn = 64

  package init() {}

  /// Notes a report whose worker awaits no answer.
  package mutating func noteReport() { reports += 1 }

  /// Notes a request. Its answer is on the way, and the next request may come right after it.
  package mutating func noteRequest() { isAwaited = true }

  /// Ends a turn at `now` (awake clock).
  ///
  /// - Returns: the time to rest before the next turn; nil for no rest. The caller calls
  /// ``rested(until:)`` after a rest.
  package mutating func endTurn(at now: AwakeTime) -> Duration? {
    defer { (reports, isAwaited, lastEnd) = (0, false, now) }
    guard let lastEnd, now - lastEnd < Self.rest, !isAwaited, (1...Self.fullTurn).contains(reports)
    else { return nil }
    return Self.rest
  }

  package mutating func rested(until now: AwakeTime) { lastEnd = now }
}

/// Recognises that a crowd of tasks or clients has gone, so that the hub can free the memory that
/// they needed. A crowd has gone once at most a quarter of its highest number is left.
package struct CrowdWatch: Hashable, Sendable {
  private var highest = 0

  /// The smallest number that counts as a crowd.
  package static let least = 256

  package init() {}

  /// Notes that there are `count` now.
  ///
  /// - Returns: whether a crowd has gone. True once for each crowd.
  package mutating func note(_ count: Int) -> Bool {
    highest = max(highest, count)
    guard highest >= Self.least, count <= highest / 4 else { return false }
    highest = count
    return true
  }
}

/// The events that the hub hasn't handled yet, in the order in which they came.
///
/// An effect can cause an event, for example when the spool is searched and an end is found there.
/// The event waits here until the effects before it are performed.
///
/// ```swift
/// var events = EventQueue()
/// events.append(.workerExited(key), at: now)
/// while let (event, time) = events.next() { perform(state.handle(event, at: time)) }
/// ```
package struct EventQueue: Sendable {
  /// Whether an event is being handled and its effects are being performed.
  package var isHandling = false
  private var waiting = Fifo<Entry>()

  private struct Entry: Sendable {
    let event: HubEvent
    let time: Moment
  }

  package init() {}

  /// Adds an event that happened at `time`.
  package mutating func append(_ event: HubEvent, at time: Moment) {
    waiting.append(Entry(event: event, time: time))
  }

  /// Removes the oldest event and returns it with its time; nil if none waits.
  package mutating func next() -> (event: HubEvent, time: Moment)? {
    guard let entry = waiting.popFirst() else { return nil }
    return (entry.event, entry.time)
  }
}
