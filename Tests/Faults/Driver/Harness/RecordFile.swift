import HeadwaySystem
import TestHarness

/// The record as another program reads it: sqlite3(1), past the hub.
struct RecordFile {
  struct Row {
    let key: String
    let number: Int
    let identifier: String
    let state: String
    let end: String
    let exitCode: Int?
    let patience: Int
    let completed: Int64?
  }

  private static let query = """
    SELECT key, number, ifnull(identifier, ''), state,
      ifnull(endReason, '') || ifnull('/' || endDetail, ''), ifnull(exitCode, ''), patience,
      ifnull(completed, '') FROM task ORDER BY number
    """

  let rows: [Row]

  init(_ scene: FaultScene) async throws {
    let outcome = try await Program([
      "sqlite3", "-readonly", "-separator", "\t", "-cmd", ".timeout 5000", scene.paths.record,
      Self.query,
    ]).outcome()
    guard outcome.code == 0 else { throw HarnessError("sqlite3: \(outcome.errorText)") }
    rows = outcome.text.split(separator: "\n").compactMap(Self.row)
  }

  /// What `PRAGMA integrity_check` says: `ok`.
  static func integrity(_ scene: FaultScene) async throws -> String {
    let outcome = try await Program([
      "sqlite3", "-readonly", scene.paths.record, "PRAGMA integrity_check",
    ]).outcome(within: .seconds(60))
    return (outcome.text + outcome.errorText).split(separator: "\n").joined(separator: "; ")
  }

  private static func row(_ line: Substring) -> Row? {
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard cells.count == 8, let number = Int(cells[1]), let patience = Int(cells[6]) else {
      return nil
    }
    return Row(
      key: cells[0], number: number, identifier: cells[2], state: cells[3], end: cells[4],
      exitCode: Int(cells[5]), patience: patience, completed: Int64(cells[7]))
  }
}
