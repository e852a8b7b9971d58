/// A subtask that a program tells of itself: a record of the Program Status Protocol (OSC 7501) with an
/// `id`.
///
/// Such a subtask is only shown, below the card of its task. It has no worker, so nobody can cancel it,
/// and it has no end of its own.
public struct ToldSubtask: Hashable, Sendable {
  /// The path by which the program names the subtask, such as `build/tests`.
  public var id: SanitisedText
  /// The name for people: the title, or else the path.
  public var name: SanitisedText
  /// The state of the subtask.
  public var state: ProgramState
  /// The progress in percent, 0 to 100; nil if not told.
  public var percent: Int?
  /// The line for a person; nil if not told.
  public var message: SanitisedText?

  /// The most subtasks of a task that are kept and shown.
  public static let countLimit = 64
  /// The limit of a name.
  public static let nameLimit = TextLimit(byteLimit: 128, clusterLimit: 32)
  /// The limit of a message.
  public static let messageLimit = TextLimit(byteLimit: 320, clusterLimit: 80)

  /// Makes a subtask. The name and the message are cut at their limits.
  public init(
    id: SanitisedText, name: SanitisedText, state: ProgramState, percent: Int? = nil,
    message: SanitisedText? = nil
  ) {
    self.id = id
    self.name = SanitisedText(name.string, limit: Self.nameLimit)
    self.state = state
    self.percent = percent
    self.message = message.map { SanitisedText($0.string, limit: Self.messageLimit) }
  }

  /// The subtask in words: `Tests: working, 40%, unit tests`.
  public var words: String {
    let facts = [state.phrase.text, percent.map { "\($0)%" }, message?.string]
    return "\(name): " + facts.compactMap { $0 }.joined(separator: .betweenWords)
  }
}
