import HeadwayModel

/// The readings of one real run: lines `SECONDS<TAB>PHASE<TAB>PERCENT`, `-` for what is unknown.
package struct ReadingTrace: Sendable, CustomStringConvertible {
  package let name: String
  package let readings: [Reading]

  /// Its name alone: thousands of readings would drown what a test says.
  package var description: String { name }

  /// One reading.
  package struct Reading: Hashable, Sendable {
    package var seconds: Double
    package var phase: String?
    package var percent: Double?
    /// The total at this reading, as a share of the total at the end of the phase. Below 1 while
    /// the total still grows.
    package var whole = 1.0

    /// The units done, as a share of the total at the end of the phase.
    package var done: Double { (percent ?? 0) / 100 * whole }
  }

  /// A stretch of work from its first reading to the first of its last percent.
  package struct Phase: Sendable {
    package var readings: [Reading]
    package var start: Double { readings.first?.seconds ?? 0 }
    package var end: Double { readings.last?.seconds ?? 0 }
  }

  /// Makes a trace of its readings.
  package init(name: String, readings: [Reading]) {
    self.name = name
    self.readings = readings
  }

  /// Lines that make no sense are left out.
  package init(name: String, text: String) {
    self.name = name
    readings = text.split(whereSeparator: \.isNewline).compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 3, let seconds = Double(fields[0]), seconds.isFinite else { return nil }
      let percent = Double(fields[2]).flatMap { $0.isFinite ? $0 : nil }
      return Reading(
        seconds: seconds, phase: fields[1] == "-" ? nil : String(fields[1]), percent: percent)
    }
  }

  /// What runs of the same are called: the name without the number behind its last point.
  package var command: String {
    guard let point = name.lastIndex(of: "."), Int(name[name.index(after: point)...]) != nil else {
      return name
    }
    return String(name[..<point])
  }

  package var length: Duration {
    Duration(nonNegativeSeconds: readings.last?.seconds ?? 0) ?? .zero
  }

  /// The phases that came to their end and took five seconds at least: of shorter ones nobody asks
  /// when they will be done.
  package var phases: [Phase] {
    var runs: [[Reading]] = []
    for reading in readings where reading.percent != nil {
      if let last = runs.last?.last, last.phase == reading.phase,
        reading.done >= last.done - 1e-9
      {
        runs[runs.count - 1].append(reading)
      } else {
        runs.append([reading])
      }
    }
    return runs.compactMap(Self.phase)
  }

  private static func phase(_ readings: [Reading]) -> Phase? {
    guard let last = readings.last?.percent, last >= 97,
      let end = readings.firstIndex(where: { $0.percent == last && $0.whole == 1 })
    else { return nil }
    let phase = Phase(readings: Array(readings[...end]))
    return phase.readings.count >= 5 && phase.end - phase.start >= 5 ? phase : nil
  }
}
