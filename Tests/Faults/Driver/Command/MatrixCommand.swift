import ArgumentParser
import Glibc
import HeadwaySystem

/// Runs the rows in order, each in a process and a workspace of its own, and prints the table.
struct MatrixCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix", abstract: "Go through the fault matrix.")

  @Flag(name: .long, help: "A short form of each row, about a minute in all.")
  var short = false

  @Option(name: .long, parsing: .upToNextOption, help: "Only these rows, by number.")
  var row: [Int] = []

  @Option(name: .long, help: "How often row 1 kills the hub.")
  var kills: Int?

  @Option(name: .long, help: "What the random choices start from.")
  var seed: UInt64?

  mutating func run() throws {
    // Under nohup(1), or behind an & of a script, every command that a row starts would ignore them.
    for ignored in [SIGHUP, SIGINT, SIGQUIT] { signal(ignored, SIG_DFL) }
    let form = RowForm(isShort: short, kills: kills, seed: seed ?? .random(in: 1...999_999))
    let rows = FaultMatrix.rows.filter { row.isEmpty || row.contains($0.number) }
    var outcomes: [RowOutcome] = []
    Notes.write("seed \(form.seed)")
    for row in rows {
      let outcome = RowRunner(row: row, form: form).run()
      outcomes.append(outcome)
      print(outcome.line)
      outcome.details.forEach { print("     \($0)") }
      fflush(nil)
    }
    print("\n" + MarkdownTable(outcomes).text)
    if outcomes.contains(where: \.isBroken) { throw ExitCode.failure }
  }
}
