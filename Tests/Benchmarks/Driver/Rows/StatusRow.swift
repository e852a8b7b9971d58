import HeadwaySystem

/// `headway status` with five tasks, against asking tmux for a line.
enum StatusRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let (ours, peer) = try bench.withHub("status") { hub in
      let tasks = try hub.tasks(5)
      let status = Child(command: [bench.headway, "status"])
      let display = Child(command: ["tmux", "-S", bench.tmuxSocket, "display-message", "-p", "x"])
      let samples = try interleaved(rounds: bench.rounds(500), [status.timed, display.timed])
      tasks.forEach { $0.end() }
      return (samples[0].median, samples[1].median)
    }
    let ratio = ours / peer
    return [
      TableRow(
        what: "headway status, 5 tasks / tmux display-message -p x", ours: milliseconds(ours),
        peer: milliseconds(peer), result: decimal(ratio) + "×", bar: "≤ 1.0×", isMet: ratio <= 1.0)
    ]
  }
}
