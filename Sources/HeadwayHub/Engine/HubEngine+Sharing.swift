import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore

// How connections share the loop, and how many of them there may be.
extension HubEngine {
  /// The pause between two rounds while connections wait for turns. A task that is due at once
  /// would run before the loop looks for input (NIO's `SelectableEventLoop` runs all that is due
  /// first).
  private static let roundPause: TimeAmount = .microseconds(50)

  /// The deadline of a connection that works now; nil if the round's time is used up.
  var turnDeadline: AwakeTime? { round.share.deadline(at: SystemClocks.awake) }

  func isWaitingForTurn(_ id: ConnectionID) -> Bool { round.share.contains(id) }

  /// Gives the connection a turn: something changed for it.
  func ask(for id: ConnectionID) {
    round.share.add(id)
    beginRound()
  }

  /// Gives the connection another turn, after the others: its last one didn't suffice.
  func askAgain(for id: ConnectionID) {
    round.share.addAgain(id)
    beginRound()
  }

  /// Lets those who wait have their turns, while the round has time.
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

// What connections may take up, all together.
extension HubEngine {
  func noteChannel(_ connection: ClientConnection, isOpen: Bool) {
    clients.load.note(connection, isOpen: isOpen)
    if !isOpen { round.share.remove(connection.id) }
  }

  /// The record can't be written: nobody is kept from being heard by answers that wait for it.
  func hearAll() {
    for id in clients.load.ids { ask(for: id) }
  }

  /// Whether one more client is served.
  var admitsConnection: Bool { clients.load.connectionCount <= ConnectionLoad.connectionLimit }

  /// A connection has another number of bytes of a line that hasn't ended. Beyond the limit of all
  /// together the longest of these lines is given up.
  func noteUnfinished(_ connection: ClientConnection, before: Int) {
    clients.load.noteUnfinished(connection, before: before)
    while let longest = clients.load.connectionToGiveUp { longest.refuseUnfinishedLine() }
  }
}
