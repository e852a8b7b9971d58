import HeadwayModel

/// Marked cards, which the next action applies to.
extension MonitorModel {
  /// Marks or unmarks the selected card and moves to the next one, so that a held key marks a run
  /// of cards.
  mutating func toggleMark() {
    guard let selection = selected?.key else { return }
    markRange = nil
    if marked.remove(selection) == nil { marked.insert(selection) }
    let next = (selectedIndex + 1..<max(selectedIndex + 1, cards.count)).first {
      cards.machine(at: $0) == nil
    }
    if let next { select(next) }
  }

  /// Marks every card in the list, or unmarks them if all are marked.
  mutating func markAll() {
    let listed = (0..<cards.count).compactMap { cards[$0]?.key }.filter { cards.lists($0) }
    let isMarked = listed.allSatisfy(marked.contains)
    unmarkAll()
    if !isMarked { marked = Set(listed) }
  }

  /// Starts a range of marks at the selected card. The range follows the selection. A second call
  /// ends the range and keeps its marks.
  mutating func toggleMarkRange() {
    if markRange != nil {
      markRange = nil
    } else if let selection = selected?.key {
      markRange = MarkRange(start: selection, others: marked)
      marked.insert(selection)
    }
  }

  mutating func unmarkAll() {
    marked = []
    markRange = nil
  }

  /// Marks the cards between the start of the range and the selected card.
  mutating func extendMarkRange() {
    guard let range = markRange else { return }
    guard let start = cards.index(of: range.start) else { return markRange = nil }
    let bounds = min(start, selectedIndex)...max(start, selectedIndex)
    let keys = bounds.compactMap { cards[$0]?.key }.filter { cards.lists($0) }
    marked = range.others.union(keys)
  }
}

/// A range of marks that follows the selection.
struct MarkRange: Hashable, Sendable {
  /// The card at which the range starts.
  let start: CardKey
  /// The cards that were marked before.
  let others: Set<CardKey>
}
