/// The worth of the mark `~` of an ETA, over the moments of many traces together: the share of the
/// moments with an ETA without the mark and with it, and the share of each that is near the truth.
///
/// tqdm's and pv's formulas are judged at the moments at which the hub shows an ETA.
package struct EtaSummary: Sendable {
  package var rows: [Row]

  /// The traces of one group.
  package struct Row: Sendable {
    package var name: String
    package var count: Int
    package var hub: EtaScore
    package var tqdm: EtaScore
    package var pv: EtaScore

    /// Pools first runs.
    package init(_ name: String, _ rows: [EtaTable.Row]) {
      self.init(name, pooling: rows.map(\.firstRun))
    }

    /// Pools those runs that came after others of the same.
    package init(later name: String, _ rows: [EtaTable.Row]) {
      self.init(name, pooling: rows.compactMap(\.laterRun))
    }

    private init(_ name: String, pooling runs: [EtaTable.Comparison]) {
      self.name = name
      count = runs.count
      hub = EtaScore(pooling: runs.map(\.hub))
      tqdm = EtaScore(pooling: runs.map(\.tqdm))
      pv = EtaScore(pooling: runs.map(\.pv))
    }
  }

  /// Makes the groups: steady and unsteady traces of each part, then of the half of all traces by
  /// which the limit of `~` was chosen, then of the other half.
  ///
  /// The last groups are of runs that came after others of the same.
  ///
  /// - Parameters:
  ///   - parts: the tables to group, each with its name.
  ///   - repeated: tables whose later runs alone count, each with its name.
  package init(
    _ parts: [(name: String, table: EtaTable)],
    repeated: [(name: String, table: EtaTable)] = []
  ) {
    let all = parts.flatMap(\.table.rows)
    let groups =
      parts.map { ($0.name, $0.table.rows) } + [
        ("half for tuning", all.filter(\.trace.isForTuning)),
        ("other half", all.filter { !$0.trace.isForTuning }),
      ]
    rows = groups.flatMap { name, rows in
      [
        Row("\(name), steady", rows.filter(\.trace.isSteady)),
        Row("\(name), unsteady", rows.filter { !$0.trace.isSteady }),
      ]
    }
    rows += [Row("other half, all", groups[groups.count - 1].1), Row("all", all)]
    for (name, table) in parts + repeated {
      rows += [
        Row(later: "\(name) again, steady", table.rows.filter(\.trace.isSteady)),
        Row(later: "\(name) again, unsteady", table.rows.filter { !$0.trace.isSteady }),
      ]
    }
  }

  /// The distance from the truth that counts as near.
  package static let near = 0.25

  package var lines: [String] {
    let header = [
      "moments of", "traces", "known", "error", "tqdm", "pv", "without ~", "near", "with ~", "near",
      "tqdm near", "pv near",
    ]
    let body = rows.filter { $0.count > 0 }.map { row in
      let cells: [Double?] = [
        row.hub.known, row.hub.medianError, row.tqdm.medianError, row.pv.medianError,
        row.hub.share(isExact: true), row.hub.share(within: Self.near, isExact: true),
        row.hub.share(isExact: false), row.hub.share(within: Self.near, isExact: false),
        row.tqdm.share(within: Self.near), row.pv.share(within: Self.near),
      ]
      return [row.name, String(row.count)] + cells.map(TextTable.percent)
    }
    return TextTable.lines([header] + body)
  }

  /// The meaning of the columns.
  package static let legend = [
    "All ETAs at 200 evenly spaced moments of each trace, after 10 % done.",
    "Steady: the units done in ten equally long stretches deviate by at most 25 % of their mean.",
    "Error: the median distance from the truth, as a share of the time that truly remained.",
    "Near: the share of these ETAs that are at most 25 % from the truth.",
    "tqdm, pv: their formulas, at the moments at which Headway shows an ETA.",
  ]
}
