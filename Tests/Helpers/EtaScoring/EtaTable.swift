package import HeadwayHubCore
import HeadwayModel

/// A row per trace and a total: the median error of the hub's ETA, on a first run and after the
/// earlier runs of the same that are among the traces, and of tqdm's and pv's formulas.
package struct EtaTable: Sendable {
  package var rows: [Row]

  /// A trace, told to the hub.
  package struct Row: Sendable {
    package var trace: ReadingTrace
    package var firstRun: Comparison
    /// Nil where there is no earlier run of the same.
    package var laterRun: Comparison?
  }

  /// The hub, and the formulas at the moments at which the hub shows an ETA.
  package struct Comparison: Sendable {
    package var hub: EtaScore
    package var tqdm: EtaScore
    package var pv: EtaScore

    init(_ trace: ReadingTrace, history: TaskHistory = TaskHistory()) {
      hub = EtaScore(trace, history: history)
      tqdm = EtaScore(trace) { TqdmFormula() }.alongside(hub)
      pv = EtaScore(trace) { PvFormula() }.alongside(hub)
    }
  }

  /// Traces in the order in which they ran; those without a phase that ended are left out.
  package init(_ traces: [ReadingTrace]) {
    var histories: [String: [TaskHistory.Run]] = [:]
    rows = traces.filter { !$0.phases.isEmpty }.map { trace in
      let earlier = histories[trace.command] ?? []
      histories[trace.command] = (trace.run.map { [$0] } ?? []) + earlier
      return Row(
        trace: trace, firstRun: Comparison(trace),
        laterRun: earlier.isEmpty
          ? nil : Comparison(trace, history: TaskHistory(runs: earlier)))
    }
  }

  package var lines: [String] {
    let header = ["trace", "seconds", "varies", "first run", "known", "after others", "tqdm", "pv"]
    let body = rows.map { row in
      [
        row.trace.name, String(row.trace.length.components.seconds),
        TextTable.percent(row.trace.variation), TextTable.percent(row.firstRun.hub.medianError),
        TextTable.percent(row.firstRun.hub.known),
        TextTable.percent(row.laterRun?.hub.medianError),
        TextTable.percent(row.firstRun.tqdm.medianError),
        TextTable.percent(row.firstRun.pv.medianError),
      ]
    }
    return TextTable.lines([header] + body + [total("all", rows), total("with others", laterRows)])
  }

  private var laterRows: [Row] { rows.filter { $0.laterRun != nil } }

  private func total(_ name: String, _ rows: [Row]) -> [String] {
    let scores: [(Row) -> Double?] = [
      { $0.trace.variation }, { $0.firstRun.hub.medianError }, { $0.firstRun.hub.known },
      { $0.laterRun?.hub.medianError }, { $0.firstRun.tqdm.medianError },
      { $0.firstRun.pv.medianError },
    ]
    return [name, ""] + scores.map { score in TextTable.percent(median(rows.compactMap(score))) }
  }
}

extension ReadingTrace {
  /// What the record knows of the trace's run, once it is completed.
  package var run: TaskHistory.Run? {
    var replay = TraceReplay()
    for reading in readings { replay.take(reading) }
    return replay.complete().flatMap(TaskHistory.Run.init)
  }
}
