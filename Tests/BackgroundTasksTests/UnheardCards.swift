import HeadwayLink
import HeadwayModel
import Synchronization

@testable import BackgroundTasks
@testable import Headway

/// Cards that no hub hears of, as they were begun.
final class UnheardCards: Sendable {
  private let cards = Mutex<[HeadwayTask]>([])

  var all: [HeadwayTask] { cards.withLock { $0 } }

  /// Decides whether it may begin; by default it may.
  let decide: @Sendable (Turn) -> Void

  init(decide: @escaping @Sendable (Turn) -> Void = { $0.deliver(.came) }) { self.decide = decide }

  func queue(_ title: String, _ options: HeadwayTaskOptions, _ turn: Turn) -> HeadwayTask {
    decide(turn)
    return begin(title, options)
  }

  func begin(_ title: String, _ options: HeadwayTaskOptions) -> HeadwayTask {
    let card = HeadwayTask(
      title, total: nil, options: options, key: TaskKey(high: 0, low: 1), bell: .unheard)
    cards.withLock { $0.append(card) }
    return card
  }
}

extension HeadwayTask {
  /// As the hub orders it.
  func order(_ reason: EndReason) {
    cancel(HeadwayCancellation(CancelOrder(reason: reason, grace: .seconds(10)), at: .now))
  }

  /// As the hub orders it for a request whose place a newer one takes.
  func orderReplaced() {
    var order = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(10))
    order.isReplacement = true
    cancel(HeadwayCancellation(order, at: .now))
  }
}

/// Turns, as they were asked for.
final class Turns: Sendable {
  private let turns = Mutex<[Turn]>([])

  var all: [Turn] { turns.withLock { $0 } }

  func add(_ turn: Turn) { turns.withLock { $0.append(turn) } }
}
