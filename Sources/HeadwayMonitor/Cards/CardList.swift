import HeadwayCore

/// All cards, and those that are listed in their order. A change of a card that keeps its place costs
/// a lookup; one that moves costs a move within an array.
struct CardList: Sendable {
  private var cards: [TaskKey: Card] = [:]
  private var order = SortedArray<CardRank>()
  /// Of those that are listed.
  private var ranks: [TaskKey: CardRank] = [:]
  private var parts = CardParts()
  private var exits = SortedArray<CardExit>()
  /// Of all, listed or not.
  private(set) var tally = CardTally()
  /// How many of those that are listed need a person.
  private(set) var listedQuestions = 0
  /// How many digits the largest number shown so far has.
  private(set) var numberWidth = 1

  var arrangement = CardArrangement() {
    didSet { if arrangement != oldValue { arrangeAnew() } }
  }

  init() {}

  init(_ cards: some Sequence<Card>, _ arrangement: CardArrangement = CardArrangement()) {
    self.arrangement = arrangement
    for card in cards {
      parts.put(card.task, insteadOf: self.cards[card.key]?.task)
      self.cards[card.key] = card
      note(card)
    }
    exits = SortedArray(self.cards.values.compactMap(CardExit.init))
    arrangeAnew()
  }

  /// Of those that are listed, as the subscript by index and `isEmpty`.
  var count: Int { order.elements.count }
  var isEmpty: Bool { order.elements.isEmpty }

  /// With those that aren't listed.
  var total: Int { cards.count }

  /// Listed or not.
  subscript(key: TaskKey) -> Card? { cards[key] }

  /// Nil outside the list.
  subscript(index: Int) -> Card? {
    order.elements.indices.contains(index) ? cards[order.elements[index].key] : nil
  }

  /// Nil for one that isn't listed.
  func index(of key: TaskKey) -> Int? { ranks[key].flatMap(order.index) }

  /// How many cards up to the outermost that the one at `index` is listed below.
  func depth(at index: Int) -> Int {
    order.elements.indices.contains(index) ? order.elements[index].ancestors.count : 0
  }

  /// What `key` consists of, as far as that has cards; nil for nothing.
  func tally(ofPartsOf key: TaskKey) -> CardTally? { parts.tally(of: key) }

  /// The heading above the card at `index`: where another group begins in a list by groups.
  func heading(at index: Int) -> String? {
    guard order.elements.indices.contains(index), let group = order.elements[index].group,
      index == 0 || order.elements[index - 1].group != group
    else { return nil }
    return group
  }

  /// How many listed cards are of that group, in a list by groups.
  func count(ofGroup group: String) -> Int { order.elements.count { $0.group == group } }

  mutating func put(_ card: Card) {
    let old = cards[card.key]
    if let old { tally.remove(old.task) }
    if let old, keepsItsPlace(old, card) {
      parts.put(card.task, insteadOf: old.task)
      cards[card.key] = card
    } else {
      replace(card)
    }
    note(card)
  }

  /// Has a card take `step`, and gives the card that has taken its place; nil where that may be another
  /// place, or have other lines. Costs a lookup.
  mutating func advance(_ step: TaskStep, at now: Moment) -> Card? {
    guard arrangement.query.isEmpty, let place = cards.index(forKey: step.key) else { return nil }
    let card = Card(cards.values[place], taking: step, at: now)
    guard card.hasSameLines(as: cards.values[place]) else { return nil }
    cards.values[place] = card
    return card
  }

  private func keepsItsPlace(_ old: Card, _ new: Card) -> Bool {
    arrangement.lists(old) && arrangement.lists(new) && old.leavesAt == new.leavesAt
      && old.task.parent == new.task.parent
      && arrangement.level(old) == arrangement.level(new)
  }

  /// What it consists of moves with it.
  private mutating func replace(_ card: Card) {
    let moved = [card.key] + parts.allOf(card.key)
    for old in moved.compactMap({ cards[$0] }) { unlist(old) }
    parts.put(card.task, insteadOf: cards[card.key]?.task)
    cards[card.key] = card
    for new in moved.compactMap({ cards[$0] }) { list(new) }
  }

  mutating func remove(_ key: TaskKey) {
    guard let card = cards[key] else { return }
    tally.remove(card.task)
    let left = parts.allOf(key)
    for old in [card] + left.compactMap({ cards[$0] }) { unlist(old) }
    cards[key] = nil
    parts.remove(card.task)
    for new in left.compactMap({ cards[$0] }) { list(new) }
  }

  /// The ended card that leaves first.
  var nextToLeave: Card? { exits.elements.first.flatMap { cards[$0.key] } }

  /// The first listed card after `index` that needs a person; from the beginning on where there is
  /// none below.
  func nextQuestion(after index: Int) -> Int? {
    let isQuestion: (Int) -> Bool = { order.elements[$0].own.needsAnswer }
    return order.elements.indices.first { $0 > index && isQuestion($0) }
      ?? order.elements.indices.first(where: isQuestion)
  }

  private mutating func list(_ card: Card) {
    if let exit = CardExit(card) { exits.insert(exit) }
    guard lists(card) else { return }
    let rank = rank(card)
    ranks[card.key] = rank
    order.insert(rank)
    if card.isQuestion { listedQuestions += 1 }
  }

  private mutating func unlist(_ card: Card) {
    if let exit = CardExit(card) { exits.remove(exit) }
    guard let rank = ranks.removeValue(forKey: card.key), order.remove(rank) else { return }
    if card.isQuestion { listedQuestions -= 1 }
  }

  private mutating func arrangeAnew() {
    let listed = cards.values.filter(lists)
    ranks = Dictionary(listed.map { ($0.key, rank($0)) }) { $1 }
    order = SortedArray(ranks.values)
    listedQuestions = listed.count(where: \.isQuestion)
  }

  /// What needs a person is listed, whatever is folded.
  private func lists(_ card: Card) -> Bool {
    guard arrangement.lists(card) else { return false }
    return arrangement.folded.isEmpty || card.isQuestion
      || parts.chain(above: card.key).allSatisfy { !arrangement.folded.contains($0) }
  }

  /// Below what it is part of, where that is listed; what needs a person is found at the top.
  private func rank(_ card: Card) -> CardRank {
    let own = arrangement.level(card)
    guard card.task.parent != nil else { return CardRank(ancestors: [], own: own) }
    var ancestors: [CardLevel] = []
    var next = card
    for parent in parts.chain(above: card.key) where next.kind != .needsAnswer {
      guard let above = cards[parent], arrangement.lists(above) else { break }
      ancestors.append(arrangement.level(above))
      next = above
    }
    return CardRank(ancestors: ancestors.reversed(), own: own)
  }

  private mutating func note(_ card: Card) {
    tally.add(card.task)
    numberWidth = max(numberWidth, card.task.number.description.utf8.count)
  }
}

extension Card {
  fileprivate var isQuestion: Bool { kind == .needsAnswer }
}

/// When an ended card leaves.
private struct CardExit: Comparable {
  let time: Duration
  let number: TaskNumber
  let key: TaskKey

  init?(_ card: Card) {
    guard let leavesAt = card.leavesAt else { return nil }
    (time, number, key) = (leavesAt, card.task.number, card.key)
  }

  static func < (left: CardExit, right: CardExit) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.number != right.number { return left.number < right.number }
    return left.key != right.key && left.key.description < right.key.description
  }
}
