package import HeadwayModel

/// Shares the time of one event loop among connections, so that no connection keeps the others
/// waiting, whatever it sends or asks for.
///
/// Work is done in rounds of at most `roundTime`; between two rounds the loop looks for new input.
/// A connection that has more to do than fits a round waits in a line, and gets `slice` when its
/// turn comes. Connections that had nothing to do before go first: their requests are small as a
/// rule.
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

  /// Begins a round at `now`, on the awake clock, unless the loop hasn't looked for input since the
  /// last one began: what time that one has left is all there is then.
  /// - Parameter tick: another number each time that the loop has looked.
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

  /// Puts a connection in line that has something new to do.
  package mutating func add(_ connection: ConnectionID) {
    if members.insert(connection).inserted { fresh.append(connection) }
  }

  /// Puts a connection in line again whose turn didn't suffice.
  package mutating func addAgain(_ connection: ConnectionID) {
    if members.insert(connection).inserted { waiting.append(connection) }
  }

  /// The connection whose turn it is; it leaves the line. Nil where nobody waits.
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

  /// Takes a connection that is gone out of the line.
  package mutating func remove(_ connection: ConnectionID) { members.remove(connection) }
}
