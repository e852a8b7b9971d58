import ArgumentParser
import HeadwaySystem

/// `headway-benchmarks`: measures the rows and prints the table. `Tests/Benchmarks/run` sets up
/// what it needs and calls it.
struct BenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headway-benchmarks", abstract: "Measure Headway.",
    subcommands: [
      TableCommand.self, LoadCommand.self, AllocationCommand.self, BeginCommand.self,
    ], defaultSubcommand: TableCommand.self)
}

/// `headway-benchmarks table`: measures the rows.
struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table", abstract: "Measure Headway against its peers, row by row.")

  @Option(name: .long, help: "The program headway, as it is installed.")
  var headway: String

  @Option(name: .long, help: "An empty folder for hubs and their records.")
  var directory: String

  @Option(name: .long, help: "The socket of a tmux server with a session.")
  var tmux: String

  @Option(name: .long, help: "A file of text lines for the throughput rows.")
  var text: String

  @Option(name: .long, help: "The folder of programs in other languages, to measure beside.")
  var peers: String

  @Option(name: .long, help: "The program that writes when it started and ended.")
  var stamp: String

  @Option(name: .long, help: "The program that is many processes, each with a task.")
  var crowd: String

  @Option(name: .long, help: "The library that counts allocations, as LD_PRELOAD takes it.")
  var interposer: String

  @Flag(name: .long, help: "A quarter of the rounds.")
  var quick = false

  @Flag(name: .long, help: "Measure Headway alone where a row has peers: for a profiler.")
  var alone = false

  @Option(name: .long, help: "How long row 12 stops a subscriber.")
  var stoppedSeconds = 30

  @Option(name: .long, parsing: .upToNextOption, help: "Only these rows, by number.")
  var only: [Int] = []

  mutating func run() throws {
    let bench = Bench(
      headway: headway, directory: directory, tmuxSocket: tmux, textFile: text, peers: peers,
      stamp: stamp, crowd: crowd, interposer: interposer, roundDivisor: quick ? 4 : 1,
      isAlone: alone, stoppedSeconds: stoppedSeconds)
    let rows: [(number: Int, measure: (Bench) throws -> [TableRow])] = [
      (1, StatusRow.measure), (2, RunOverheadRow.measure), (3, ThroughputRow.measure),
      (4, FirstCardRow.measure), (5, UpdateLatencyRow.measure), (6, IngestRow.measure),
      (7, PureUpdateRow.measure), (8, LiveTasksRow.measure), (9, UpdateCostRow.measure),
      (10, IdleRow.measure), (11, MemoryRow.measure), (12, StoppedSubscriberRow.measure),
      (13, AdvanceRow.measure), (14, AllocationRow.measure), (15, BeginRow.measure),
      (16, RecognitionRow.measure), (17, SubmitRow.measure), (18, DrainRow.measure),
      (19, TurnRow.measure), (20, LongQueueRow.measure), (21, LongRecordRow.measure),
      (22, CardBytesRow.measure), (23, BusyMonitorRow.measure), (24, TmuxStatusRow.measure),
      (25, BusyMonitorRow.measureCrowd),
    ]
    var table: [TableRow] = []
    for row in rows where only.isEmpty || only.contains(row.number) {
      note("row \(row.number) …")
      do {
        table += try row.measure(bench)
      } catch {
        table.append(.failed(row.number, error))
      }
    }
    print(Table(rows: table).text)
  }

  private func note(_ line: String) {
    var line = line + "\n"
    line.withUTF8 { _ = Transfer.write(2, UnsafeRawBufferPointer($0)) }
  }
}
