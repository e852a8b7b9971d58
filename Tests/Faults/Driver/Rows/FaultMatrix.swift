/// Every fault of the matrix, in its order.
enum FaultMatrix {
  static let rows: [FaultRow] = [
    .hubKilled
  ]
}
