/// One fault of the matrix: what is done, how often, and in what time.
struct FaultRow: Sendable {
  let number: Int
  let fault: String
  /// What the count counts.
  let unit: String
  let fullCount: Int
  let shortCount: Int
  /// A row that takes longer is broken: it hangs.
  var limit: Duration = .seconds(600)
  let body: @Sendable (FaultScene) throws -> Void
}

/// In which form rows are run.
struct RowForm {
  let isShort: Bool
  let kills: Int?
  let seed: UInt64

  func count(of row: FaultRow) -> Int {
    if row.number == 1, let kills { return kills }
    return isShort ? row.shortCount : row.fullCount
  }
}

/// This machine lacks a means; the row says so and isn't broken.
struct Obstacle: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What keeps a row from going on.
struct FaultError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
