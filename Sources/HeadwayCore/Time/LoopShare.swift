/// Shares the time of one event loop among connections, so that no connection keeps the others
/// waiting, whatever it sends or asks for.
///
/// Work is done in rounds of at most `roundTime`; between two rounds the loop looks for new input. A
/// connection that has more to do than fits a round waits in a line, and gets `slice` when its turn
/// comes. Connections that had nothing to do before go first: their requests are small as a rule.
package struct LoopShare: Sendable {
  /// How long connections may work before the loop looks for input again.
  package static let roundTime: Duration = .milliseconds(4)
  /// How long one connection may work at a time.
  package static let slice: Duration = .microseconds(500)
  /// After so many turns of fresh connections one that has waited longer has a turn.
  private static let freshTurns = 3

  private var fresh = Fifo<ConnectionID>()
  private var waiting = Fifo<ConnectionID>()
  private var members: Set<ConnectionID> = []
  private var roundEnds: Duration?
  private var freshTurnsTaken = 0

  package init() {}

  package var isEmpty: Bool { members.isEmpty }

  package func contains(_ connection: ConnectionID) -> Bool { members.contains(connection) }

  /// Begins a round at `now`, on the awake clock. Returns false where one is under way.
  package mutating func beginRound(at now: Duration) -> Bool {
    guard roundEnds == nil else { return false }
    roundEnds = now + Self.roundTime
    return true
  }

  package mutating func endRound() { roundEnds = nil }

  /// Until when a connection may work that begins at `now`; nil where the round's time is used up.
  package func deadline(at now: Duration) -> Duration? {
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
