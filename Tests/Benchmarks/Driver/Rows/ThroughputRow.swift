import Glibc
import HeadwayModel
import HeadwaySystem

/// How fast a large file's text passes through.
enum ThroughputRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let size = FileSize.of(bench.textFile)
    guard size > 0 else { throw BenchmarkError("\(bench.textFile) is empty") }
    return try bench.withHub("throughput") { _ in
      try [pipeRow(bench, size), terminalRow(bench, size)]
    }
  }

  private static func pipeRow(_ bench: Bench, _ size: Int) throws -> TableRow {
    let ours = Pipeline(commands: [[bench.headway, "run", "cat", bench.textFile]])
    let peer = Pipeline(commands: [["cat", bench.textFile], ["pv", "-q"]])
    let samples = try interleaved(
      rounds: bench.rounds(9), warmUp: 0, [ours, peer].map { side in { try timed(side, size) } })
    return row("to a pipe / cat, pv -q", samples, size, bar: 0.7)
  }

  private static func timed(_ pipeline: Pipeline, _ size: Int) throws -> Duration {
    let (bytes, time) = try pipeline.drain()
    guard bytes == size else { throw BenchmarkError("\(bytes) bytes of \(size) came through") }
    return time
  }

  private static func terminalRow(_ bench: Bench, _ size: Int) throws -> TableRow {
    let commands = [
      [bench.headway, "run", "cat", bench.textFile],
      ["script", "-qc", "cat \(bench.textFile)", "/dev/null"],
    ]
    let samples = try interleaved(
      rounds: bench.rounds(5), warmUp: 0,
      commands.map { words in { try timedOnTerminal(words, size) } })
    return row("in a pty / script -qc cat", samples, size, bar: 1.0)
  }

  /// A terminal makes two characters of a newline: more than the file's bytes come through.
  private static func timedOnTerminal(_ words: [String], _ size: Int) throws -> Duration {
    let child = try TerminalChild(words)
    let limit = child.started + .seconds(120)
    var bytes = 0
    while case .bytes(let chunk) = child.read(until: limit) { bytes += chunk.count }
    let time = SystemClocks.awake - child.started
    try child.finish()
    guard bytes > size else { throw BenchmarkError("\(bytes) bytes of \(size) came through") }
    return time
  }

  private static func row(
    _ what: String, _ samples: [Samples], _ size: Int, bar: Double
  ) -> TableRow {
    let (ours, peer) = (samples[0].median, samples[1].median)
    let ratio = peer / ours
    return TableRow(
      what: "headway run cat, \(size / 1_000_000) MB \(what)", ours: rate(size, ours),
      peer: rate(size, peer), result: decimal(ratio) + "×", bar: "≥ \(decimal(bar, 1))×",
      isMet: ratio >= bar)
  }

  private static func rate(_ size: Int, _ time: Duration) -> String {
    decimal(Double(size) / 1e6 / (time / .seconds(1)), 0) + " MB/s"
  }
}

enum FileSize {
  /// In bytes; 0 for what isn't there.
  static func of(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
