import HeadwaySystem

/// What `headway run` adds to a command that does nothing; `script` for comparison.
enum RunOverheadRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    try [row(bench, "no terminal", plain), row(bench, "in a pty", onTerminal)]
  }

  private static func row(
    _ bench: Bench, _ place: String, _ time: @escaping ([String]) throws -> Duration
  ) throws -> TableRow {
    let commands = [
      ["true"], [bench.headway, "run", "true"], ["script", "-qec", "true", "/dev/null"],
    ]
    let medians = try bench.withHub(place.replacingSpaces) { _ in
      try interleaved(
        rounds: bench.rounds(160), commands.map { command in { try time(command) } }
      ).map(\.median)
    }
    let added = medians[1] - medians[0]
    return TableRow(
      what: "headway run true, \(place) / true (script)", ours: milliseconds(medians[1]),
      peer: "\(milliseconds(medians[0])) (\(milliseconds(medians[2])))",
      result: "+ " + milliseconds(added), bar: "≤ + 6 ms", isMet: added <= .milliseconds(6))
  }

  private static func plain(_ command: [String]) throws -> Duration {
    try Child(command: command).timed()
  }

  private static func onTerminal(_ command: [String]) throws -> Duration {
    try Child(command: command, terminal: PseudoTerminal()).timed()
  }
}

extension String {
  fileprivate var replacingSpaces: String { String(map { $0 == " " ? "-" : $0 }) }
}
