import HeadwayModel

/// All cards by task, and the listed ones in their order.
///
/// Cost: replacing a card that keeps its place takes a lookup. Moving one takes a binary search and
/// a move within an array. A new arrangement sorts everything.
struct CardList: Sendable {
  private var cards: [CardKey: Card] = [:]
  private var order = SortedArray<CardRank>()
  /// The rank of each listed card.
  private var ranks: [CardKey: CardRank] = [:]
  /// The cards behind the line of each folded group or array. The first of them stands for the line
  /// in the list.
  private var hidden: [CardFold: SortedArray<CardRank>] = [:]
  /// The place of each card in ``hidden``.
  private var hiddenPlaces: [CardKey: (fold: CardFold, rank: CardRank)] = [:]
  private var arrays = ArrayCards()
  private var subtasks = CardSubtasks()
  /// The times at which ended cards leave.
  private var exits = SortedArray<CardExit>()
  /// The counts of all cards, listed or not.
  private(set) var tally = CardTally()
  /// The counts of each machine's cards.
  private var hostTallies: [HostPlace: CardTally] = [:]
  /// The number of listed cards that need a person.
  private(set) var listedQuestions = 0
  /// The number of digits of the largest task number seen so far. Never shrinks, so that titles
  /// don't move.
  private(set) var numberWidth = 1

  /// The choice and order of listed cards. A change sorts the list again.
  var arrangement = CardArrangement() {
    didSet { if arrangement != oldValue { arrangeAnew() } }
  }

  init() {}

  /// Creates a list of all cards of a snapshot, in one sort.
  init(_ cards: some Sequence<Card>, _ arrangement: CardArrangement = CardArrangement()) {
    self.arrangement = arrangement
    for card in cards {
      subtasks.put(card, insteadOf: self.cards[card.key])
      arrays.put(card, insteadOf: self.cards[card.key])
      self.cards[card.key] = card
      note(card)
    }
    exits = SortedArray(self.cards.values.compactMap(CardExit.init))
    arrangeAnew()
  }

  /// The number of lines in the list: listed cards and headings of machines. Indices count both.
  var count: Int { order.elements.count }
  var isEmpty: Bool { order.elements.isEmpty }

  /// The number of all cards, listed or not.
  var total: Int { cards.count }

  /// The highest number of all cards, listed or not. Nil without any card.
  var newest: TaskNumber? { cards.values.lazy.map(\.task.number).max() }

  /// The card of a task, listed or not.
  subscript(key: CardKey) -> Card? { cards[key] }

  /// The listed card at `index`. There is none outside the list, and for a heading.
  subscript(index: Int) -> Card? { key(at: index).flatMap { cards[$0] } }

  /// The identity of the line at `index`. Nil outside the list.
  func key(at index: Int) -> CardKey? {
    order.elements.indices.contains(index) ? order.elements[index].key : nil
  }

  /// The machine whose heading is at `index`. Nil for a card.
  func machine(at index: Int) -> HostPlace? {
    key(at: index).flatMap { $0.isHeading ? $0.host : nil }
  }

  /// The index of the first card. Nil without a listed card.
  var firstCard: Int? { order.elements.firstIndex { !$0.key.isHeading } }

  /// The counts of a machine's cards, listed or not.
  func tally(of host: HostPlace) -> CardTally { hostTallies[host] ?? CardTally() }

  /// All cards but those of some machines, with these in their place.
  func replacing(_ hosts: Set<HostPlace>, with cards: some Sequence<Card>) -> CardList {
    var list = CardList(self.cards.values.filter { !hosts.contains($0.host) } + cards, arrangement)
    list.numberWidth = max(numberWidth, list.numberWidth)
    return list
  }

  /// The list index of a task. Nil if it isn't listed.
  func index(of key: CardKey) -> Int? { ranks[key].flatMap(order.index) }

  /// The number of listed ancestors of the card at `index`.
  func depth(at index: Int) -> Int {
    order.elements.indices.contains(index) ? order.elements[index].ancestors.count : 0
  }

  /// The counts of a task's subtasks. Nil for a task without any.
  func tally(ofSubtasksOf key: CardKey) -> CardTally? { subtasks.tally(of: key) }

  /// The name of the group that begins at `index`. Nil within a group, and in a list without
  /// groups. Empty for tasks without a group.
  func heading(at index: Int) -> String? {
    guard order.elements.indices.contains(index), let group = order.elements[index].group,
      index == 0 || order.elements[index - 1].group != group
    else { return nil }
    return group
  }

  /// The number of cards in a group, with those behind its folded heading.
  func count(ofGroup group: String) -> Int {
    order.elements.count { $0.group == group && hiddenPlaces[$0.key] == nil }
      + hidden.values.reduce(0) { $0 + $1.elements.count { $0.group == group } }
  }

  /// The number of cards behind the line of a fold.
  func hiddenCount(of fold: CardFold) -> Int { hidden[fold]?.elements.count ?? 0 }

  /// The fold whose line stands in the list in place of this card. Nil for a card.
  func fold(of key: CardKey) -> CardFold? { hiddenPlaces[key]?.fold }

  /// All parts of a job array together. Nil if no card is a part of it.
  func array(_ array: ArrayKey) -> ArrayView? { arrays[array] }

  /// The group under which a listed card stands. Nil in a list without groups.
  func group(of key: CardKey) -> String? { ranks[key]?.group }

  /// The first card of a group or an array in the list, or the line in place of its cards.
  func firstIndex(of fold: CardFold) -> Int? {
    if let line = hidden[fold]?.elements.first { return order.index(of: line) }
    return switch fold {
    case .group(let group): order.elements.firstIndex { $0.group == group }
    case .array(let array): order.elements.firstIndex { $0.array == array }
    }
  }

  /// The first cards of the list, at most `limit`, without folded headings.
  func first(_ limit: Int) -> [Card] {
    order.elements.lazy.filter { hiddenPlaces[$0.key] == nil }.prefix(limit).compactMap {
      cards[$0.key]
    }
  }

  /// Whether a card is in the list, and not behind a folded heading.
  func lists(_ key: CardKey) -> Bool {
    ranks[key] != nil && hiddenPlaces[key] == nil && !key.isHeading
  }

  /// Adds a card, or replaces the card of the same task.
  mutating func put(_ card: Card) {
    let old = cards[card.key]
    if let old { uncount(old) }
    arrays.put(card, insteadOf: old)
    if let old, keepsItsPlace(old, card) {
      subtasks.put(card, insteadOf: old)
      cards[card.key] = card
    } else {
      replace(card)
    }
    note(card)
  }

  /// Applies a step to a card and returns the new card, at the cost of a lookup.
  ///
  /// Returns nil without a change if the step could move the card or change its lines. A filter may
  /// match on progress, and an order may depend on it, so nothing advances while one is set.
  mutating func advance(_ step: TaskStep, of host: HostPlace, at now: Moment) -> Card? {
    guard arrangement.query.isEmpty, arrangement.order != .left,
      let place = cards.index(forKey: CardKey(step.key, of: host))
    else { return nil }
    let card = Card(cards.values[place], taking: step, at: now)
    guard card.hasSameLines(as: cards.values[place]) else { return nil }
    cards.values[place] = card
    return card
  }

  /// Whether both cards have the same place in the list.
  private func keepsItsPlace(_ old: Card, _ new: Card) -> Bool {
    arrangement.lists(old) && arrangement.lists(new) && old.leavesAt == new.leavesAt
      && old.task.parent == new.task.parent
      && arrangement.level(old) == arrangement.level(new)
  }

  /// Takes the card and all its subtasks out, and lists them again at their new places: their ranks
  /// contain the ranks of their ancestors.
  private mutating func replace(_ card: Card) {
    let moved = [card.key] + subtasks.allOf(card.key)
    for old in moved.compactMap({ cards[$0] }) { unlist(old) }
    subtasks.put(card, insteadOf: cards[card.key])
    cards[card.key] = card
    for new in moved.compactMap({ cards[$0] }) { list(new) }
  }

  /// Removes a card. Its subtasks stay and move up.
  mutating func remove(_ key: CardKey) {
    guard let card = cards[key] else { return }
    uncount(card)
    arrays.remove(card)
    let left = subtasks.allOf(key)
    for old in [card] + left.compactMap({ cards[$0] }) { unlist(old) }
    cards[key] = nil
    subtasks.remove(card)
    for new in left.compactMap({ cards[$0] }) { list(new) }
  }

  /// The listed cards of ended tasks, in their order.
  var ended: [Card] { first(.max).filter { $0.kind == .ended } }

  /// The ended card that leaves next. Nil if no card has ended.
  var nextToLeave: Card? { exits.elements.first.flatMap { cards[$0.key] } }

  /// The index of the next card after `index` that needs a person. Wraps around at the end. Nil if
  /// no listed card does.
  func nextQuestion(after index: Int) -> Int? {
    let isQuestion: (Int) -> Bool = { order.elements[$0].own.needsAnswer }
    return order.elements.indices.first { $0 > index && isQuestion($0) }
      ?? order.elements.indices.first(where: isQuestion)
  }

  private mutating func list(_ card: Card) {
    if let exit = CardExit(card) { exits.insert(exit) }
    guard lists(card) else { return }
    listHeading(of: card.host)
    let rank = rank(card)
    if let fold = arrangement.fold(of: rank) { return hide(rank, behind: fold) }
    ranks[card.key] = rank
    order.insert(rank)
    if card.isQuestion { listedQuestions += 1 }
  }

  /// Lists the heading of a machine that has its first match of a filter.
  private mutating func listHeading(of host: HostPlace) {
    guard arrangement.order == .host, !arrangement.query.isEmpty,
      arrangement.headings.contains(host), ranks[.heading(of: host)] == nil
    else { return }
    let rank = CardRank(headingOf: host)
    ranks[rank.key] = rank
    order.insert(rank)
  }

  /// Puts a card behind a line.
  private mutating func hide(_ rank: CardRank, behind fold: CardFold) {
    hiddenPlaces[rank.key] = (fold, rank)
    changeHidden(in: fold) { $0.insert(rank) }
  }

  /// Changes the cards behind a line, and lets the first of them stand for the line.
  private mutating func changeHidden(
    in fold: CardFold, _ change: (inout SortedArray<CardRank>) -> Void
  ) {
    // Taken out while it is changed, so that the change doesn't copy it.
    var ranks = hidden.removeValue(forKey: fold) ?? SortedArray()
    let former = ranks.elements.first
    change(&ranks)
    let first = ranks.elements.first
    if first != nil { hidden[fold] = ranks }
    guard former != first else { return }
    if let former {
      order.remove(former)
      self.ranks[former.key] = nil
    }
    if let first {
      order.insert(first)
      self.ranks[first.key] = first
    }
  }

  private mutating func unlist(_ card: Card) {
    if let exit = CardExit(card) { exits.remove(exit) }
    if let place = hiddenPlaces.removeValue(forKey: card.key) {
      return changeHidden(in: place.fold) { $0.remove(place.rank) }
    }
    guard let rank = ranks.removeValue(forKey: card.key), order.remove(rank) else { return }
    if card.isQuestion { listedQuestions -= 1 }
  }

  /// Lists and sorts all cards again.
  private mutating func arrangeAnew() {
    let listed = cards.values.filter { lists($0) }
    let all = listed.map { rank($0) }
    hiddenPlaces = [:]
    for rank in all {
      guard let fold = arrangement.fold(of: rank) else { continue }
      hiddenPlaces[rank.key] = (fold, rank)
    }
    hidden = Dictionary(grouping: hiddenPlaces.values) { $0.fold }
      .mapValues { SortedArray($0.map(\.rank)) }
    let lines = hidden.values.compactMap(\.elements.first)
    let shown = all.filter { hiddenPlaces[$0.key] == nil }
    let filled = Set(listed.map(\.host))
    let headingRanks = (arrangement.order == .host ? arrangement.headings : [])
      .filter { arrangement.query.isEmpty || filled.contains($0) }.map(CardRank.init(headingOf:))
    ranks = Dictionary((headingRanks + shown + lines).map { ($0.key, $0) }) { $1 }
    order = SortedArray(ranks.values)
    listedQuestions = listed.count(where: \.isQuestion)
  }

  /// Whether a card is listed. A card that needs a person is listed even below a folded task.
  private func lists(_ card: Card) -> Bool {
    guard arrangement.lists(card) else { return false }
    return arrangement.folded.isEmpty || card.isQuestion
      || subtasks.chain(above: card.key).allSatisfy { !arrangement.folded.contains($0) }
  }

  /// The place of a card below its listed ancestors. A card that needs a person is placed at the
  /// top level, where a person sees it.
  private func rank(_ card: Card) -> CardRank {
    let own = arrangement.level(card)
    guard card.task.parent != nil else { return CardRank(ancestors: [], own: own) }
    var ancestors: [CardLevel] = []
    var next = card
    for parent in subtasks.chain(above: card.key) where next.kind != .needsAnswer {
      guard let above = cards[parent], arrangement.lists(above) else { break }
      ancestors.append(arrangement.level(above))
      next = above
    }
    return CardRank(ancestors: ancestors.reversed(), own: own)
  }

  /// Counts the card.
  private mutating func note(_ card: Card) {
    tally.add(card.task)
    hostTallies[card.host, default: CardTally()].add(card.task)
    numberWidth = max(numberWidth, card.task.number.description.utf8.count)
  }

  private mutating func uncount(_ card: Card) {
    tally.remove(card.task)
    hostTallies[card.host]?.remove(card.task)
  }
}

extension Card {
  fileprivate var isQuestion: Bool { kind == .needsAnswer }
}

/// The time at which an ended card leaves. Number and key make the order total.
private struct CardExit: Comparable {
  let time: RunningTime
  let number: TaskNumber
  let key: CardKey

  init?(_ card: Card) {
    guard let leavesAt = card.leavesAt else { return nil }
    (time, number, key) = (leavesAt, card.task.number, card.key)
  }

  static func < (left: CardExit, right: CardExit) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.number != right.number { return left.number < right.number }
    return left.key < right.key
  }
}
