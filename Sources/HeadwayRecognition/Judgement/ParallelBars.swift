/// Notices bars of one shape that stand one below the other and rise in turns.
///
/// Such bars are parts of something that has no bar of its own. The fastest of them would otherwise
/// speak for the slowest:
///
/// ```text
/// layer-1  [=====     ]  50 %        layer-1  [=======   ]  70 %
/// layer-2  [==        ]  20 %        layer-2  [===       ]  30 %
/// => isSeen: no percent is shown
/// ```
///
/// Two displays look similar and are no parallel bars:
///
/// - A bar that begins again below one that isn't done is a part of the bar above (see ``Lead``).
/// - Rows that are drawn once, each after the other, are lines and not a block.
struct ParallelBars {
  fileprivate struct Row {
    var fraction: Double
    /// The number of the sample that was the latest of this bar, on the counter `count`.
    var drawnAt: Int
    /// Whether the value has risen since the bar began.
    var hasRisen = false
    /// The value of the latest drawing that has ended; nil before the first.
    ///
    /// A line that hasn't ended is read several times, so its samples count as no repetition.
    var drawn: Double?
    /// The number of times that the bar was drawn over with an unchanged value.
    var repetitionCount = 0
  }

  /// The tool and the label that all rows share; nil before the first sample.
  private var shape: (tool: Tool, label: UInt64)?
  private var rows: [Int: Row] = [:]
  private var count = 0
  /// Whether at least two bars went on in parallel.
  private(set) var isSeen = false

  /// Whether at least two bars of no tool in particular are drawn again and again on rows of their
  /// own. Which of them is the whole isn't known, also while only one of them has risen.
  private(set) var isBlock = false

  /// Whether a bar began again below one that wasn't done: it is a part of that bar.
  private var hasPart = false

  /// The number that tells bars of one shape apart: usually the row.
  ///
  /// Counts on lines that stay are told apart by their totals: `[3/20] a`, `[5/40] b`. Such a total
  /// is negated, so that it never equals a row. Nil while nobody knows whether the line stays.
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

  /// The number of bars that are remembered. One more makes the type begin anew.
  private static let rowLimit = 64
  /// The number of unchanged drawings after which a bar that stands still counts as one of the
  /// block.
  fileprivate static let repetitionsNeeded = 3
  /// The highest fraction at which a bar is taken to have begun again.
  private static let beginning = 0.1

  /// Takes a sample in; ``isSeen`` then has the answer.
  ///
  /// Samples without a total are ignored. A sample of another shape makes the type begin anew.
  mutating func note(_ bar: Bar) {
    guard let fraction = bar.measure.fraction, let place = Self.place(of: bar) else { return }
    // The words beside a generic bar name the item, not the kind of bar: they can't tell shapes
    // apart.
    let label = bar.trust == .generic ? 0 : bar.label
    if shape.map({ $0 != (bar.tool, label) }) ?? true || rows.count >= Self.rowLimit {
      self = ParallelBars()
      shape = (bar.tool, label)
    }
    count += 1
    let known = rows[place]
    if bar.trust == .generic, bar.place.isRedraw, let known, !hasPart, rows.count > 1 {
      isBlock = isBlock || rows.contains { $0.key != place && $0.value.drawnAt > known.drawnAt }
    }
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
      (isSeen, isBlock) = (false, false)
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
  /// Whether the bar is under way but stands still: drawn again and again with one value.
  fileprivate var stands: Bool {
    repetitionCount >= ParallelBars.repetitionsNeeded && fraction > 0 && fraction < 1
  }
}
