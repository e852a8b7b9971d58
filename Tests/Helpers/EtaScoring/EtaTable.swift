import HeadwayHubCore
import HeadwayModel

/// A row per trace and a total: the median error of the hub's ETA, on a first run and after the
/// earlier runs of the same that are among the traces, and of tqdm's and pv's formulas.
package struct EtaTable: Sendable {
  package var rows: [Row]

  package struct Row: Sendable {
    package var trace: ReadingTrace
    package var firstRun: EtaScore
    /// Nil where there is no earlier run of the same.
    package var laterRun: EtaScore?
    package var tqdm: EtaScore
    package var pv: EtaScore
  }

  /// Traces in the order in which they ran; those without a phase that ended are left out.
  package init(_ traces: [ReadingTrace]) {
    var histories: [String: [TaskHistory.Run]] = [:]
    rows = traces.filter { !$0.phases.isEmpty }.map { trace in
      let earlier = histories[trace.command] ?? []
      histories[trace.command] =
        [TaskHistory.Run(elapsed: trace.length, showedPercent: true)] + earlier
      let firstRun = EtaScore(trace)
      return Row(
        trace: trace, firstRun: firstRun,
        laterRun: earlier.isEmpty ? nil : EtaScore(trace, history: TaskHistory(runs: earlier)),
        tqdm: EtaScore(trace) { TqdmFormula() }.alongside(firstRun),
        pv: EtaScore(trace) { PvFormula() }.alongside(firstRun))
    }
  }

  package var lines: [String] {
    let header = ["trace", "seconds", "varies", "first run", "known", "after others", "tqdm", "pv"]
    let body = rows.map { row in
      [
        row.trace.name, String(row.trace.length.components.seconds),
        TextTable.percent(row.trace.variation), TextTable.percent(row.firstRun.medianError),
        TextTable.percent(row.firstRun.known), TextTable.percent(row.laterRun?.medianError),
        TextTable.percent(row.tqdm.medianError), TextTable.percent(row.pv.medianError),
      ]
    }
    return TextTable.lines([header] + body + [total("all", rows), total("with others", laterRows)])
  }

  private var laterRows: [Row] { rows.filter { $0.laterRun != nil } }

  private func total(_ name: String, _ rows: [Row]) -> [String] {
    let scores: [(Row) -> Double?] = [
      { $0.trace.variation }, { $0.firstRun.medianError }, { $0.firstRun.known },
      { $0.laterRun?.medianError }, { $0.tqdm.medianError }, { $0.pv.medianError },
    ]
    return [name, ""] + scores.map { score in TextTable.percent(median(rows.compactMap(score))) }
  }
}
