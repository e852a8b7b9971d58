extension Duration {
  /// The earlier of two deadlines, where there are any.
  package static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// The earliest of up to four deadlines, where there are any; without a collection of them, since
  /// a loop asks for it with every piece of output.
  package static func earliest(
    _ first: Duration?, _ second: Duration?, _ third: Duration?, _ fourth: Duration? = nil
  ) -> Duration? {
    earlier(earlier(first, second), earlier(third, fourth))
  }
}
