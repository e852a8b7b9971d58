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
