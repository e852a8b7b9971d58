/// The forms of metrics as text.
public enum MetricsFormat: String, Hashable, Sendable, CaseIterable {
  /// The text format of Prometheus, version 0.0.4, as node_exporter's textfile collector reads it.
  case prometheus
  /// OpenMetrics 1.0: a counter's family has no `_total`, and the text ends with `# EOF`.
  case openmetrics
}

extension HubMetrics {
  /// The metrics as text, without time stamps.
  ///
  /// The families are always in the same order, and the samples of each are sorted, so that two
  /// texts can be compared.
  public func text(in format: MetricsFormat) -> String {
    var text = MetricsText(format)
    text.family("headway_hub_up", .gauge, "Whether the hub runs: 0 after it has left.") {
      $0.sample(isUp ? 1 : 0)
    }
    text.family(
      "headway_hub_start_time_seconds", .gauge, "The time at which the hub started, since 1970."
    ) { if let startedAt { $0.sample(startedAt.secondsSinceEpoch) } }
    text.family("headway_tasks", .gauge, "Tasks that haven't ended, by state and group.") {
      for (kind, count) in tasks.sorted(by: { $0.key < $1.key }) {
        $0.sample(Double(count), ["state": kind.state.rawValue, "group": kind.group])
      }
    }
    text.family("headway_tasks_needing_you", .gauge, "Tasks that wait for a person.") {
      $0.sample(Double(needingYou))
    }
    text.family(
      "headway_queue_oldest_seconds", .gauge,
      "The longest time for which a queued task has waited; 0 if nothing is queued."
    ) { $0.sample(longestWait?.inSeconds ?? 0) }
    // Every reason has a sample from the start: a counter that appears with its first end would hide
    // that end from rate().
    text.family("headway_task_ended", .counter, "Ends since the hub started, by their reason.") {
      for word in EndWord.allCases { $0.sample(Double(ends[word] ?? 0), ["reason": word.rawValue]) }
    }
    text.family("headway_labels_left_out", .gauge, "Identifiers and groups beyond the limit.") {
      $0.sample(Double(leftOut))
    }
    addRuns(to: &text)
    return text.finished()
  }

  private func addRuns(to text: inout MetricsText) {
    let runs = runs.sorted { $0.key < $1.key }
    func family(_ name: String, _ help: String, _ value: (RunMetrics) -> Double?) {
      text.family("headway_run_\(name)", .gauge, help) {
        for (identifier, run) in runs {
          if let value = value(run) { $0.sample(value, ["id": identifier]) }
        }
      }
    }
    family("running", "The tasks with this identifier that run.") { Double($0.running) }
    family("progress_ratio", "The completed share, 0 to 1.") { $0.fraction }
    family("eta_seconds", "The estimated remaining time.") { $0.eta?.inSeconds }
    family("last_end_timestamp_seconds", "The time of the last end, since 1970.") {
      $0.endedAt?.secondsSinceEpoch
    }
    family(
      "last_success_timestamp_seconds", "The time of the last end that completed, since 1970."
    ) { $0.succeededAt?.secondsSinceEpoch }
    family("last_duration_seconds", "The duration of the run that ended last.") {
      $0.elapsed?.inSeconds
    }
    family("last_exit_code", "The exit status of the run that ended last.") {
      $0.exitCode.map(Double.init)
    }
  }

}

/// A writer of metric families.
private struct MetricsText {
  enum Kind: String {
    case gauge, counter
  }

  private let format: MetricsFormat
  private var text = ""

  init(_ format: MetricsFormat) { self.format = format }

  /// Writes a family, and nothing if it has no sample.
  mutating func family(
    _ name: String, _ kind: Kind, _ help: String, _ samples: (inout Samples) -> Void
  ) {
    let sampleName = kind == .counter ? "\(name)_total" : name
    var lines = Samples(name: sampleName)
    samples(&lines)
    guard !lines.text.isEmpty else { return }
    let familyName = format == .openmetrics ? name : sampleName
    text += "# HELP \(familyName) \(help)\n# TYPE \(familyName) \(kind.rawValue)\n\(lines.text)"
  }

  consuming func finished() -> String { format == .openmetrics ? text + "# EOF\n" : text }

  /// The samples of one family.
  struct Samples {
    let name: String
    fileprivate(set) var text = ""

    init(name: String) { self.name = name }

    mutating func sample(_ value: Double, _ labels: KeyValuePairs<String, String> = [:]) {
      guard value.isFinite else { return }
      let pairs = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
      text += name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(Self.number(value))\n"
    }

    /// The number with at most three decimals. Nothing that is measured here is more precise.
    private static func number(_ value: Double) -> String {
      let thousandths = (value * 1_000).rounded()
      guard abs(thousandths) < 1e15 else { return "\(value)" }
      let whole = Int64(thousandths)
      let (units, rest) = (whole.magnitude / 1_000, whole.magnitude % 1_000)
      let sign = whole < 0 ? "-" : ""
      guard rest > 0 else { return "\(sign)\(units)" }
      var decimals = "\(rest + 1_000)".dropFirst()
      while decimals.last == "0" { decimals.removeLast() }
      return "\(sign)\(units).\(decimals)"
    }

    /// The label's value with the escapes that both formats have.
    private static func escaped(_ value: String) -> String {
      var result = ""
      for scalar in value.unicodeScalars {
        switch scalar {
        case "\\": result += "\\\\"
        case "\"": result += "\\\""
        case "\n": result += "\\n"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }
}

extension WallTime {
  fileprivate var secondsSinceEpoch: Double { Double(millisecondsSinceEpoch) / 1_000 }
}
