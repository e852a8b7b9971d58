/// Whether bars of one shape stand one beneath the other and rise in turns: then they are parts of
/// something that has no bar, and the fastest would speak for the slowest.
///
/// One that begins again, below one that isn't done, is a part of that. Rows that are drawn once, and
/// then the next, are no block.
struct ParallelBars {
  fileprivate struct Row {
    var fraction: Double
    var drawnAt: Int
    var hasRisen = false
    /// What the latest drawing that was over said; one that isn't is read several times.
    var drawn: Double?
    /// How often it was drawn over without a change.
    var repetitionCount = 0
  }

  private var shape: (tool: Tool, label: UInt64)?
  private var rows: [Int: Row] = [:]
  private var count = 0
  /// Two of them rose in turns.
  private(set) var isSeen = false

  /// One of them began again: it is a part of the other.
  private var hasPart = false

  /// Counts on lines that stay, of one total each, are told apart by that: `[3/20] a`, `[5/40] b`. Nil
  /// while nobody knows whether the line stays.
  private static func place(of bar: Bar) -> Int? {
    guard bar.trust == .whenAdvancing, !bar.place.isRedraw, let total = bar.measure.total else {
      return bar.place.row
    }
    switch bar.place.end {
    case .open: return nil
    case .lineFeed: return -Int(clamping: total)
    case .redraw, .up: return bar.place.row
    }
  }

  private static let rowLimit = 64
  /// Drawn so often, one that stands still belongs to those that don't.
  fileprivate static let repetitionsNeeded = 3
  /// Less is where a bar begins.
  private static let beginning = 0.1

  mutating func note(_ bar: Bar) {
    guard let fraction = bar.measure.fraction, let place = Self.place(of: bar) else { return }
    // Of no tool in particular the words beside each tell them apart, not what they are.
    let label = bar.trust == .generic ? 0 : bar.label
    if shape.map({ $0 != (bar.tool, label) }) ?? true || rows.count >= Self.rowLimit {
      self = ParallelBars()
      shape = (bar.tool, label)
    }
    count += 1
    let known = rows[place]
    var row = known ?? Row(fraction: fraction, drawnAt: count)
    if let known, fraction > known.fraction {
      row.hasRisen = true
      isSeen =
        isSeen
        || rows.contains {
          $0.key != place && $0.value.hasRisen
            && $0.value.drawnAt > known.drawnAt
        }
    } else if let known, fraction < known.fraction, fraction <= Self.beginning,
      rows.contains(where: { $0.key < place && $0.value.fraction < 1 })
    {
      isSeen = false
      hasPart = true
      row.hasRisen = false
    }
    if bar.place.end != .open {
      if bar.place.isRedraw, row.drawn == fraction { row.repetitionCount += 1 }
      row.drawn = fraction
    }
    if let known, !hasPart, row.hasRisen,
      rows.contains(where: {
        $0.key != place && $0.value.stands && $0.value.drawnAt > known.drawnAt
      })
    {
      isSeen = true
    }
    (row.fraction, row.drawnAt) = (fraction, count)
    rows[place] = row
  }
}

extension ParallelBars.Row {
  /// It is under way, and drawn again and again.
  fileprivate var stands: Bool {
    repetitionCount >= ParallelBars.repetitionsNeeded && fraction > 0 && fraction < 1
  }
}
