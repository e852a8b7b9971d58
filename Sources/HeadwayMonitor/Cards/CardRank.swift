import HeadwayCore

/// A card's place in the list: below those that its task is part of.
struct CardRank: Hashable, Comparable, Sendable {
  /// Of what it is part of, the outermost first.
  let ancestors: [CardLevel]
  let own: CardLevel

  var key: TaskKey { own.key }

  /// What it is listed under; nil where the list isn't divided by groups.
  var group: String? { (ancestors.first ?? own).group }

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

/// A card's place among those that are parts of the same, or of nothing: what needs a person first.
/// Progress doesn't move a card.
struct CardLevel: Hashable, Comparable, Sendable {
  let needsAnswer: Bool
  /// Nil where the order doesn't ask what runs, what waits and what has ended.
  private let kind: CardKind?
  /// What it is listed under; nil where the list isn't divided by groups.
  let group: String?
  private let title: String
  private let place: Int64
  private let number: TaskNumber
  let key: TaskKey

  init(_ snapshot: TaskSnapshot, by order: CardOrder = .importance) {
    let kind = CardKind(snapshot)
    needsAnswer = kind == .needsAnswer
    self.kind = order.isByKind ? kind : nil
    number = snapshot.number
    key = snapshot.key
    group = order == .group ? snapshot.group?.string ?? "" : nil
    title = order == .title ? snapshot.title.string : ""
    place = order == .newest ? -Int64(snapshot.number.value) : Self.place(of: snapshot, kind)
  }

  /// By importance.
  private static func place(of snapshot: TaskSnapshot, _ kind: CardKind) -> Int64 {
    switch kind {
    case .needsAnswer, .live: 0
    case .queued: snapshot.position.map(Int64.init) ?? .max
    case .ended: snapshot.endedAt.map { 0 - max(0, $0.millisecondsSinceEpoch) } ?? .min
    }
  }

  /// What is of no group comes last.
  private static func isEarlier(_ left: String, _ right: String) -> Bool {
    left.isEmpty == right.isEmpty ? left < right : right.isEmpty
  }

  static func < (left: CardLevel, right: CardLevel) -> Bool {
    if left.group != right.group { return isEarlier(left.group ?? "", right.group ?? "") }
    if left.needsAnswer != right.needsAnswer { return left.needsAnswer }
    if let one = left.kind, let other = right.kind, one != other { return one < other }
    if left.title != right.title { return left.title < right.title }
    if left.place != right.place { return left.place < right.place }
    if left.number != right.number { return left.number < right.number }
    return left.key != right.key && left.key.description < right.key.description
  }
}
