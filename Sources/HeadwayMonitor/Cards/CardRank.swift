import HeadwayCore

/// A card's place in the list: what needs a person first, then what runs, what waits, and what
/// ended with the newest last. Progress doesn't move a card.
struct CardRank: Hashable, Comparable, Sendable {
  let kind: CardKind
  private let place: Int64
  private let number: TaskNumber
  let key: TaskKey

  init(_ snapshot: TaskSnapshot) {
    kind = CardKind(snapshot)
    number = snapshot.number
    key = snapshot.key
    place =
      switch kind {
      case .needsAnswer, .live: 0
      case .queued: snapshot.position.map(Int64.init) ?? .max
      case .ended: snapshot.endedAt?.millisecondsSinceEpoch ?? .max
      }
  }

  static func < (left: CardRank, right: CardRank) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if left.place != right.place { return left.place < right.place }
    if left.number != right.number { return left.number < right.number }
    return left.key != right.key && left.key.description < right.key.description
  }
}
