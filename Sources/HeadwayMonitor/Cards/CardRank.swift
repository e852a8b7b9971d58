import HeadwayModel

/// The place of a card in the list. A card follows its parent and comes before the parent's next
/// sibling.
///
/// ```swift
/// CardRank(ancestors: [], own: build) < CardRank(ancestors: [build], own: test)  // true
/// ```
struct CardRank: Hashable, Comparable, Sendable {
  /// The levels of the listed ancestors, the outermost first.
  let ancestors: [CardLevel]
  /// The level of the card itself.
  let own: CardLevel

  init(ancestors: [CardLevel], own: CardLevel) { (self.ancestors, self.own) = (ancestors, own) }

  /// Creates the rank of a machine's heading.
  init(headingOf host: HostPlace) {
    self.init(ancestors: [], own: CardLevel(headingOf: host))
  }

  var key: CardKey { own.key }

  /// The group under which the card is listed: the group of the outermost ancestor. Nil in a list
  /// without groups.
  var group: String? { (ancestors.first ?? own).group }

  /// The job array of the outermost ancestor. Nil for a card outside of arrays.
  var array: ArrayKey? { (ancestors.first ?? own).array }

  /// Compares level by level from the outside. The shorter of two equal paths, the parent, comes
  /// first.
  static func < (left: CardRank, right: CardRank) -> Bool {
    if left.ancestors.isEmpty, right.ancestors.isEmpty { return left.own < right.own }
    for depth in 0...min(left.ancestors.count, right.ancestors.count) {
      let (one, other) = (left.level(depth), right.level(depth))
      if one != other { return one < other }
    }
    return left.ancestors.count < right.ancestors.count
  }

  private func level(_ depth: Int) -> CardLevel {
    depth < ancestors.count ? ancestors[depth] : own
  }
}

/// The place of a card among its siblings. Progress isn't part of it, so cards don't jump while
/// tasks run, except in the orders by time left and by CPU.
struct CardLevel: Hashable, Comparable, Sendable {
  let needsAnswer: Bool
  /// The kind of the card. Nil in an order that ignores the state.
  private let kind: CardKind?
  /// The group of the task. Nil in a list without groups.
  let group: String?
  /// The number of the first part of the job array that the task is a part of. Nil for none.
  let array: ArrayKey?
  /// The machine of the task. Nil in a list without headings of machines.
  private let host: HostPlace?
  private let title: String
  /// The rank within the kind, lower first. See ``place(of:_:)``.
  private let place: Int64
  private let number: TaskNumber
  let key: CardKey

  /// Creates the level of a task in `order`. Fields that the order ignores are equal for all tasks.
  ///
  /// - Parameters:
  ///   - host: the machine of the task.
  ///   - share: the processor time in use, in percent of one processor.
  init(
    _ snapshot: TaskSnapshot, of host: HostPlace = .first, by order: CardOrder = .importance,
    share: Int = 0
  ) {
    let kind = CardKind(snapshot)
    needsAnswer = kind == .needsAnswer
    self.kind = order.isByKind ? kind : nil
    number = snapshot.number
    key = CardKey(snapshot.key, of: host)
    array = snapshot.terms.array?.first.map { ArrayKey($0.value, of: host) }
    self.host = order == .host ? host : nil
    group = order == .group ? snapshot.group?.string ?? "" : nil
    title = order == .title ? snapshot.title.string : ""
    place =
      switch order {
      case .newest: -Int64(snapshot.number.value)
      case .elapsed where kind == .live: snapshot.startedAt?.millisecondsSinceEpoch ?? .max
      case .left where kind == .live: snapshot.progress.eta?.wholeMilliseconds ?? .max
      case .processor where kind == .live: -Int64(share)
      case .importance, .host, .title, .group, .elapsed, .left, .processor:
        Self.place(of: snapshot, kind)
      }
  }

  /// Creates the level of a machine's heading, which comes before the machine's cards.
  init(headingOf host: HostPlace) {
    (needsAnswer, kind, group, array) = (false, nil, nil, nil)
    (title, place, number) = ("", 0, .first)
    (self.host, key) = (host, .heading(of: host))
  }

  /// The rank of a task in the order by importance: queued tasks by position, ended ones by the
  /// time of their end.
  private static func place(of snapshot: TaskSnapshot, _ kind: CardKind) -> Int64 {
    switch kind {
    case .needsAnswer, .live: 0
    case .queued: snapshot.terms.position.map(Int64.init) ?? .max
    case .ended: snapshot.endedAt.map { 0 - max(0, $0.millisecondsSinceEpoch) } ?? .min
    }
  }

  /// Compares groups by name. Tasks without a group come last.
  private static func isEarlier(_ left: String, _ right: String) -> Bool {
    left.isEmpty == right.isEmpty ? left < right : right.isEmpty
  }

  static func < (left: CardLevel, right: CardLevel) -> Bool {
    if let one = left.host, let other = right.host {
      if one != other { return one < other }
      if left.key.isHeading != right.key.isHeading { return left.key.isHeading }
    }
    if left.group != right.group { return isEarlier(left.group ?? "", right.group ?? "") }
    if left.needsAnswer != right.needsAnswer { return left.needsAnswer }
    if let one = left.kind, let other = right.kind, one != other { return one < other }
    if left.title != right.title { return left.title < right.title }
    if left.place != right.place { return left.place < right.place }
    if left.number != right.number { return left.number < right.number }
    return left.key < right.key
  }
}
