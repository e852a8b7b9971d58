extension Duration {
  /// The earlier of two deadlines, where there are any.
  static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }
}
