import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore

// The time of the loop that each connection gets, and the limits of all connections together.
extension HubEngine {
  /// The pause between two rounds while connections wait for turns. A task that is due at once
  /// would run before the loop looks for input (NIO's `SelectableEventLoop` runs all that is due
  /// first).
  private static let roundPause: TimeAmount = .microseconds(50)

  /// The deadline of a connection that works now; nil if the round's time is used up.
  var turnDeadline: AwakeTime? { round.share.deadline(at: SystemClocks.awake) }

  func isWaitingForTurn(_ id: ConnectionID) -> Bool { round.share.contains(id) }

  /// Gives the connection a turn, because something changed for it.
  func ask(for id: ConnectionID) {
    round.share.add(id)
    beginRound()
  }

  /// Gives the connection another turn after the turns of others, because its last turn didn't
  /// suffice.
  func askAgain(for id: ConnectionID) {
    round.share.addAgain(id)
    beginRound()
  }

  /// Gives turns to the waiting connections while the round has time.
  func giveTurns(at now: Moment) {
    while let deadline = turnDeadline, let id = round.share.next() {
      if clients.load.connection(id)?.work(until: deadline, at: now) == true {
        round.share.addAgain(id)
      }
    }
  }

  /// Gives the connections whose turns didn't fit a round of their own, once the loop has looked
  /// for input.
  ///
  /// Only one such round is scheduled at a time. With two, one would always be due when the other
  /// ends, and the loop would never look for input.
  func beginNextRound() {
    guard !round.isNextScheduled else { return }
    round.isNextScheduled = true
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.roundPause) {
      engine.value.round.isNextScheduled = false
      engine.value.beginRound()
    }
  }
}

// The limits of all connections together.
extension HubEngine {
  func noteChannel(_ connection: ClientConnection, isOpen: Bool) {
    clients.load.note(connection, isOpen: isOpen)
    if !isOpen { round.share.remove(connection.id) }
  }

  /// Gives every connection a turn. While the record can't be written, the answers that wait for it
  /// must keep no client from being heard.
  func hearAll() {
    for id in clients.load.ids { ask(for: id) }
  }

  /// Whether one more client is served.
  var admitsConnection: Bool { clients.load.connectionCount <= ConnectionLoad.connectionLimit }

  /// Counts the bytes of unfinished lines. Beyond the limit of all connections together, the hub
  /// refuses the client with the longest of these lines.
  func noteUnfinished(_ connection: ClientConnection, before: Int) {
    clients.load.noteUnfinished(connection, before: before)
    while let longest = clients.load.connectionToGiveUp { longest.refuseUnfinishedLine() }
  }
}
