package import HeadwayModel

/// All parts of a job array together.
package struct ArrayView: Hashable, Sendable {
  /// The number of the first part.
  package let first: Int
  /// The number of parts.
  package let count: Int
  /// The title that the parts share.
  package let title: String
  /// The parts in the list. Parts that have left the list ended before.
  private(set) var tally = CardTally()

  /// The view of an array of which `part` is a part. Nil for a task on its own.
  init?(_ part: TaskSnapshot) {
    guard let array = part.terms.array, let first = array.first?.value else { return nil }
    (self.first, count) = (first, array.count)
    let title = part.title.string
    self.title =
      title.hasSuffix(array.titleSuffix) ? String(title.dropLast(array.titleSuffix.count)) : title
  }

  /// The view of the parts among `tasks`, each of which is a part of one array. Nil for none.
  package init?(_ tasks: [TaskSnapshot]) {
    guard let part = tasks.first else { return nil }
    self.init(part)
    for task in tasks { tally.add(task) }
  }

  mutating func add(_ part: TaskSnapshot) { tally.add(part) }
  mutating func remove(_ part: TaskSnapshot) { tally.remove(part) }

  /// The numbers of the parts: `12-111`.
  package var numbers: String { count == 1 ? "\(first)" : "\(first)-\(first + count - 1)" }

  /// The number of parts that have ended.
  private var done: Int { max(0, count - (tally.total - tally.ended)) }

  /// The parts that have ended, in percent.
  package var percent: Int { wholePercent(Double(done) / Double(max(1, count))) }

  /// The state of the array in one word.
  package var state: String {
    if tally.running > 0 { return TaskState.running.words }
    if tally.cancelling > 0 { return TaskState.cancelling.words }
    if tally.paused > 0 { return TaskState.paused.words }
    if tally.queued > 0 { return TaskState.queued.words }
    return tally.failed > 0 ? EndWord.failed.words : TaskState.ended.words
  }

  /// The colour of the state in a table; nil for the terminal's own colour.
  var colour: TableColour? {
    if tally.needsAnswer > 0 || tally.cancelling > 0 { return .attention }
    if tally.running > 0 { return nil }
    if tally.paused + tally.queued > 0 { return .faint }
    return tally.failed > 0 ? .bad : .good
  }

  /// The states of the parts: `57 of 100 done, 2 failed, 8 running`.
  package var words: String {
    let counts: [(Int, CountedTasks)] = [
      (tally.failed, .failed), (tally.running, .running), (tally.paused, .paused),
      (tally.cancelling, .cancelling), (tally.needsAnswer, .needsAnswer),
    ]
    let others = counts.filter { $0.0 > 0 }.map { $0.1.words($0.0) }
    let words = [String(localized: "\(done) of \(count) done")] + others
    return words.joined(separator: .betweenWords)
  }
}

/// The identity of a job array: the number of its first part, which is unique to a machine only.
struct ArrayKey: Hashable, Sendable {
  let host: HostPlace
  let first: Int

  init(_ first: Int, of host: HostPlace = .first) { (self.first, self.host) = (first, host) }
}

/// The job arrays that cards are parts of.
struct ArrayCards: Sendable {
  private var views: [ArrayKey: ArrayView] = [:]

  /// The array with this identity; nil if no card is a part of it.
  subscript(array: ArrayKey) -> ArrayView? { views[array] }

  /// Counts a task. `old` is the card that was counted for it before; nil for none.
  mutating func put(_ card: Card, insteadOf old: Card?) {
    if let old { remove(old) }
    guard let array = card.array, let view = ArrayView(card.task) else { return }
    views[array, default: view].add(card.task)
  }

  /// Takes a task out of the counts.
  mutating func remove(_ card: Card) {
    guard let array = card.array else { return }
    views[array]?.remove(card.task)
    if views[array]?.tally.total == 0 { views[array] = nil }
  }
}
