/// What is done a million times while allocations are counted.
enum CountedCall: String, CaseIterable {
  case advance, completed, total
  /// Allocates, to show that it is counted.
  case control

  /// Of each; the table says so too.
  static let count = 1_000_000

  /// As the table names it.
  var title: String {
    switch self {
    case .advance: "task.advance()"
    case .completed: "task.completed ="
    case .total: "task.total ="
    case .control: "an allocation"
    }
  }
}
