/// In which form rows are run.
struct RowForm {
  let isShort: Bool
  /// Of the hub, where not as many as usual.
  let kills: Int?
  let seed: UInt64

  func count(of row: FaultRow) -> Int {
    if [1, 25].contains(row.number), let kills { return kills }
    return isShort ? row.shortCount : row.fullCount
  }
}
