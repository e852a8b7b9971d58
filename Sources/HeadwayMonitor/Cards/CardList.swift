import HeadwayCore

/// All cards in their order. A change of a card that keeps its place costs a lookup; one that
/// moves costs a move within an array.
struct CardList: Sendable {
  private var cards: [TaskKey: Card] = [:]
  private var order: [CardRank] = []
  private(set) var tally = CardTally()
  /// How many digits the largest number shown so far has.
  private(set) var numberWidth = 1

  init() {}

  init(_ cards: some Sequence<Card>) {
    for card in cards {
      self.cards[card.key] = card
      note(card)
    }
    order = self.cards.values.map(\.rank).sorted()
  }

  var count: Int { order.count }
  var isEmpty: Bool { order.isEmpty }

  subscript(key: TaskKey) -> Card? { cards[key] }

  /// Nil outside the list.
  subscript(index: Int) -> Card? {
    order.indices.contains(index) ? cards[order[index].key] : nil
  }

  func index(of key: TaskKey) -> Int? {
    guard let rank = cards[key]?.rank else { return nil }
    let index = insertionIndex(of: rank)
    return index < order.count && order[index] == rank ? index : nil
  }

  mutating func put(_ card: Card) {
    if let old = cards[card.key], old.rank == card.rank {
      tally.remove(old.snapshot)
    } else {
      remove(card.key)
      order.insert(card.rank, at: insertionIndex(of: card.rank))
    }
    cards[card.key] = card
    note(card)
  }

  mutating func remove(_ key: TaskKey) {
    guard let index = index(of: key), let card = cards.removeValue(forKey: key) else { return }
    order.remove(at: index)
    tally.remove(card.snapshot)
  }

  /// The ended card that leaves first.
  var firstEnded: Card? { self[count - tally.ended] }

  private mutating func note(_ card: Card) {
    tally.add(card.snapshot)
    numberWidth = max(numberWidth, card.snapshot.number.description.utf8.count)
  }

  private func insertionIndex(of rank: CardRank) -> Int {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if order[middle] < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
