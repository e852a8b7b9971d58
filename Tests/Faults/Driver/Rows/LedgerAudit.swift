import HeadwaySystem
import TestSupport
import TestProcesses

/// Compares the ledgers with what the hub says it has, and with what the record's file holds.
struct LedgerAudit {
  private let scene: FaultScene
  private let rows: [RecordFile.Row]
  private let byKey: [String: RecordFile.Row]
  private let entries: [Ledger.Entry]

  init(_ scene: FaultScene) async throws {
    self.scene = scene
    try eventually("an empty spool", within: .seconds(15)) {
      directoryEntries(scene.paths.spoolDirectory).isEmpty ? () : nil
    }
    var listed: [ListedTask] = []
    try await timeUntil("an end to all", within: .seconds(30)) {
      listed = try await scene.list(all: true)
      return listed.allSatisfy { $0.state == "ended" }
    }
    rows = try await RecordFile(scene).rows
    byKey = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
    entries = Ledger.all("ledger.")
    scene.check(try await RecordFile.integrity(scene) == "ok", "the record isn't whole")
    compare(listed)
  }

  func perform() {
    checkNumbers()
    checkTasks()
    checkAnswers()
    checkRuns()
  }

  /// What the hub says it has is what the file has.
  private func compare(_ listed: [ListedTask]) {
    let said = Set(listed.map { "\($0.key) \($0.number) \($0.end) \($0.exitCode ?? -1)" })
    let kept = Set(rows.map { "\($0.key) \($0.number) \($0.end) \($0.exitCode ?? -1)" })
    for task in kept.subtracting(said) { scene.lose("not listed: \(task)") }
    for task in said.subtracting(kept) { scene.lose("not in the record: \(task)") }
    if listed.count > said.count { scene.lose("listed twice: \(listed.count - said.count)") }
  }

  private func checkNumbers() {
    if Set(rows.map(\.number)).count != rows.count { scene.lose("a number was given twice") }
    if Set(rows.map(\.key)).count != rows.count { scene.lose("a task is there twice") }
  }

  /// Every acknowledged begin and end: once, with its number, with its reason; and nothing else.
  private func checkTasks() {
    let tasks = entries.filter { $0.words.count > 1 && $0.words[0] != "calls" }
    let ends = Dictionary(
      tasks.filter { $0.words[0] == "ended" }.map { ($0.words[1], $0.words.last) }
    ) { first, _ in first }
    for entry in tasks {
      check(
        entry.words[0], of: entry.words[1], number: entry.words.last,
        end: ends[entry.words[1]] ?? nil)
    }
    let known = Set(tasks.map { String($0.words[1]) })
    for row in rows where !row.identifier.hasPrefix("run.") && !known.contains(row.key) {
      scene.lose("nobody began \(row.key)")
    }
    noteCounts(of: tasks)
  }

  private func check(_ what: Substring, of key: Substring, number: Substring?, end: Substring?) {
    let row = byKey[String(key)]
    switch what {
    case "begun" where row.map { "\($0.number)" } != number.map(String.init):
      scene.lose("begun as \(number ?? ""), now \(row?.number ?? 0): \(key)")
    case "settled" where row?.ledgerWord != end.map(String.init):
      scene.lose("ended \(end ?? ""), now \(row?.ledgerWord ?? "gone"): \(key)")
    case "untold": scene.lose("a cancel was acknowledged, its worker never told: \(key)")
    default: break
    }
  }

  private static let fewEnds = 10

  /// Whether so many ends were acknowledged that an audit can find something.
  static var hasEnough: Bool {
    Ledger.all("ledger.").count { $0.words[0] == "settled" } > fewEnds
  }

  private func noteCounts(of tasks: [Ledger.Entry]) {
    let counts = Dictionary(grouping: tasks, by: { $0.words[0] }).mapValues(\.count)
    let kinds: [(Substring, String)] = [
      ("begun", "begins"), ("settled", "ends"), ("cancelled", "cancels"), ("answered", "answers"),
    ]
    let figures = kinds.compactMap { word, name in counts[word].map { "\($0) \(name)" } }
    scene.note(figures.joined(separator: ", ") + " acknowledged")
    scene.check(counts["settled", default: 0] > Self.fewEnds, "hardly any task ended")
  }

  /// Each "continue" doubles the patience, and the record has it; one whose acknowledgement was
  /// lost may be there, too.
  private func checkAnswers() {
    for (key, asked) in Dictionary(
      grouping: entries.filter { $0.words[0] == "answering" }, by: { $0.words[1] })
    {
      let answered = entries.count { $0.words[0] == "answered" && $0.words[1] == key }
      let patience = byKey[String(key)]?.patience ?? 0
      if !(1 << answered...1 << asked.count).contains(patience) {
        scene.lose("\(answered) answers, a patience of \(patience): \(key)")
      }
    }
  }

  /// L3, and that each command's end is there once.
  private func checkRuns() {
    let runs = Ledger.all("runs.").map(\.words).filter { $0.count == 3 }
    guard !runs.isEmpty else { return }
    let byIdentifier = Dictionary(
      grouping: rows.filter { $0.identifier.hasPrefix("run.") }, by: \.identifier)
    for run in runs {
      let found = byIdentifier[String(run[0])] ?? []
      if run[1] != run[2] { scene.lose("\(run[0]) left with \(run[2]), not \(run[1])") }
      let end = run[1] == "0" ? "completed:0" : "failed:\(run[1])"
      if found.map(\.ledgerWord) != [end] {
        scene.lose("\(run[0]): \(end), in the record \(found.map(\.ledgerWord))")
      }
    }
    if byIdentifier.count != runs.count {
      scene.lose("\(runs.count) runs, \(byIdentifier.count) kept")
    }
    for wrong in Ledger.lines("wrong") { scene.lose("other bytes: \(wrong)") }
    for error in Ledger.lines("errors") { scene.check(false, "run complained: \(error)") }
    scene.note("\(runs.count) commands with every byte and status")
  }
}

extension RecordFile.Row {
  /// As in a ledger.
  var ledgerWord: String { exitCode.map { "\(end):\($0)" } ?? end }
}
