import HeadwayCore

/// Which of all cards are listed, and in which order.
struct CardArrangement: Hashable, Sendable {
  var query = TaskQuery.everything
  var listsEnded = true
  var order = CardOrder.importance
  /// Whose parts are counted on their cards, and not listed below them.
  var folded: Set<TaskKey> = []

  /// As of the time at which the card came.
  func lists(_ card: Card) -> Bool {
    guard listsEnded || card.task.state != .ended else { return false }
    return query.isEmpty || query.matches(card.snapshot, at: card.receivedAt.wall)
  }

  func level(_ card: Card) -> CardLevel { CardLevel(card.task, by: order) }
}

/// What a list of cards is sorted by. What needs a person is always first.
enum CardOrder: Int, Hashable, Sendable, CaseIterable {
  /// What runs by its number, then what waits by its turn, then what has ended from the latest on.
  case importance
  /// Whether they run, wait or have ended.
  case newest, title
  /// Under a heading for each group, in it by importance.
  case group

  /// What runs comes before what waits, and that before what has ended.
  var isByKind: Bool {
    switch self {
    case .importance, .group: true
    case .newest, .title: false
    }
  }

  /// The one after it; the first after the last.
  var next: CardOrder { CardOrder(rawValue: rawValue + 1) ?? .importance }

  /// As the header says it; nil for the usual one.
  var words: String? {
    switch self {
    case .importance: nil
    case .newest: "newest first"
    case .title: "by title"
    case .group: "by group"
    }
  }
}
