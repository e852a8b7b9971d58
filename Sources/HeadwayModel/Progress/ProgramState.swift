/// The state of a task as its own program tells it: by the Program Status Protocol (OSC 7501), or by
/// `headway update --state`.
///
/// The hub shows the state, and stops the stall clocks while the program rests. Only the exit of the
/// program ends a task.
public enum ProgramState: String, Hashable, Sendable, CaseIterable {
  /// The program works. This is also the state of a program that has told nothing.
  case working
  /// The program has nothing to do for now. Nobody is asked about it.
  case idle
  /// The program waits for a person, and doesn't say for what.
  case blocked
  /// The program waits for a person's permission.
  case permission
  /// The program waits for the answer to a question.
  case question
  /// The program waits for a person to sign in. The protocol's word is `auth`.
  case signIn = "auth"
  /// The program says that its work is done. The program still runs.
  case done
  /// The program says that its work has failed. The program still runs.
  case error

  /// Whether the program waits for a person.
  public var isBlocked: Bool {
    switch self {
    case .blocked, .permission, .question, .signIn: true
    case .working, .idle, .done, .error: false
    }
  }

  /// Whether the program rests: nobody expects progress of it. A program that says that it is done,
  /// or has failed, may be one of several, so the others are still watched.
  public var isResting: Bool { self == .idle || isBlocked }

  /// The state in words; nil for a program that works.
  public var words: String? { self == .working ? nil : phrase.text }

  /// The state in words, also of a program that works.
  var phrase: Phrase {
    switch self {
    case .working: Phrase("working", context: "state")
    case .idle: Phrase("idle", context: "state")
    case .blocked: Phrase("needs you", context: "state")
    case .permission: Phrase("needs you: permission", context: "state")
    case .question: Phrase("needs you: question", context: "state")
    case .signIn: Phrase("needs you: sign-in", context: "state")
    case .done: Phrase("says it is done", context: "state")
    case .error: Phrase("says it failed", context: "state")
    }
  }
}
