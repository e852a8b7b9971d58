import HeadwayModel

extension TaskDescription {
  /// Describes a command as a task. The title defaults to the command line.
  ///
  /// - Parameters:
  ///   - grace: the time between SIGTERM and SIGKILL.
  ///   - startedAt: the time of the start, since 1970.
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
  /// The command line as text. Written by hand because `joined` instantiates generic types, which
  /// takes longer than the rest of the start.
  private static func line(of words: [String]) -> String {
    words.dropFirst().reduce(into: words.first ?? "") { $0 += " " + $1 }
  }
}
