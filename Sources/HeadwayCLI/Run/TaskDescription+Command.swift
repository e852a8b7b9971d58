import HeadwayCore

extension TaskDescription {
  /// Of a command: what it is called unless something else is said, and where it runs.
  init(
    of words: [String], title: String?, identifier: String?, directory: String?, grace: Duration,
    startedAt: Duration
  ) {
    var generator = SystemRandomNumberGenerator()
    self.init(
      key: .random(using: &generator),
      title: SanitisedText(title ?? Self.line(of: words)))
    self.identifier = identifier.map { SanitisedText($0, limit: .identifier) }
    command = words.map { SanitisedText($0, limit: .line) }
    self.directory = directory.map { SanitisedText($0, limit: .line) }
    self.grace = grace
    self.startedAt = WallTime(millisecondsSinceEpoch: startedAt.wholeMilliseconds)
  }
  /// By hand: the library's `joined` makes generic types that take longer than all of a start.
  private static func line(of words: [String]) -> String {
    words.dropFirst().reduce(into: words.first ?? "") { $0 += " " + $1 }
  }
}
