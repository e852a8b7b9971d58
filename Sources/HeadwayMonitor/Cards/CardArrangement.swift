import HeadwayModel

/// The choice and order of listed cards: filter, sort order and folded tasks.
struct CardArrangement: Hashable, Sendable {
  var query = TaskQuery.everything
  /// Whether ended tasks are listed.
  var listsEnded = true
  var order = CardOrder.importance
  /// The tasks whose subtasks are hidden. Their cards show a count instead.
  var folded: Set<CardKey> = []
  /// The groups whose cards are hidden in the order by group. Their headings show a count.
  var foldedGroups: Set<String> = []
  /// The job arrays whose parts have cards of their own, by the number of the first part. All other
  /// arrays are a line each.
  var unfoldedArrays: Set<ArrayKey> = []
  /// The machines that have a heading in the order by machine.
  var headings: [HostPlace] = []
  /// The machines whose cards are hidden in the order by machine, except those that need a person.
  var foldedHosts: Set<HostPlace> = []
  /// The processor time in use in percent of one processor, for the order by CPU. A task without a
  /// figure counts as idle.
  var shares: [CardKey: Int] = [:]

  /// Whether the filter lets the card through. Conditions on age are judged at the moment of the
  /// card's last report, so that a card doesn't vanish by itself.
  func lists(_ card: Card) -> Bool {
    guard listsEnded || card.task.state != .ended else { return false }
    // A filter finds the cards of a folded machine, too.
    if order == .host, query.isEmpty, foldedHosts.contains(card.host), card.kind != .needsAnswer {
      return false
    }
    return query.isEmpty || query.matches(card.snapshot, at: card.receivedAt.wall)
  }

  /// The sort key of the card among its siblings.
  func level(_ card: Card) -> CardLevel {
    CardLevel(
      order == .left ? card.snapshot : card.task, of: card.host, by: order,
      share: shares[card.key] ?? 0)
  }

  /// The line behind which the card of that rank is hidden. Nil for a card that is shown, such as
  /// one that needs a person.
  func fold(of rank: CardRank) -> CardFold? {
    guard !rank.own.needsAnswer else { return nil }
    if let group = rank.group, foldedGroups.contains(group) { return .group(group) }
    return rank.array.flatMap { unfoldedArrays.contains($0) ? nil : .array($0) }
  }

  /// Folds the cards, or unfolds them.
  mutating func toggle(_ fold: CardFold) {
    switch fold {
    case .group(let group):
      if foldedGroups.remove(group) == nil { foldedGroups.insert(group) }
    case .array(let array):
      if unfoldedArrays.remove(array) == nil { unfoldedArrays.insert(array) }
    }
  }
}

/// Cards that one line stands for.
enum CardFold: Hashable, Sendable {
  /// The cards of a group, in the order by group.
  case group(String)
  /// The parts of a job array.
  case array(ArrayKey)
}

/// A sort order of the list. Tasks that need a person come first in every order.
enum CardOrder: Int, Hashable, Sendable, CaseIterable {
  /// Running tasks by number, then queued ones by position, then ended ones with the latest first.
  case importance
  /// A heading for each machine, and ``importance`` within the machine.
  case host
  /// The highest number first, or titles alphabetically. Both ignore the state.
  case newest, title
  /// A heading for each group, and ``importance`` within the group.
  case group
  /// The longest running first, or the nearest to its end. Ended tasks come last.
  case elapsed, left
  /// The highest use of processor time first. Ended tasks come last.
  case processor

  /// Whether running tasks come before queued ones, and queued ones before ended ones.
  var isByKind: Bool {
    switch self {
    case .importance, .host, .group, .elapsed, .left, .processor: true
    case .newest, .title: false
    }
  }

  /// The next order when a person presses the sort key. The first order follows the last one.
  ///
  /// - Parameter hasHosts: Whether the list has cards of other machines.
  func next(hasHosts: Bool) -> CardOrder {
    let next = CardOrder(rawValue: rawValue + 1) ?? .importance
    return next == .host && !hasHosts ? .newest : next
  }

  /// The order in the words of the header. Nil for the default order.
  ///
  /// - Parameter hasHosts: Whether the list has cards of other machines.
  func words(hasHosts: Bool) -> String? {
    switch self {
    case .importance: hasHosts ? String(localized: "by state") : nil
    case .host: nil
    case .newest: String(localized: "newest first")
    case .title: String(localized: "by title")
    case .elapsed: String(localized: "longest first")
    case .left: String(localized: "by time left")
    case .processor: String(localized: "by CPU")
    case .group: String(localized: "by group")
    }
  }
}
