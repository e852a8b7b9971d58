/// A value of `state:`: a word of those that the list says of a task under STATE, so that what is
/// read there can be asked for; and `live`.
enum StateWord: Hashable, Sendable {
  /// Every task that hasn't ended.
  case live
  case state(TaskState)
  case reason(EndWord)
  /// The kind of the stall; nil for any.
  case stalled(StallKind?)
  /// Stalled with a question, or waiting at the terminal.
  case needsYou
  case waiting(InputWait?)

  /// Hyphens stand for spaces: `not-advancing`.
  init?(_ value: String) {
    let words = value.replacing("-", with: " ")
    guard let word = Self.all.first(where: { $0.text == words }) else { return nil }
    self = word
  }

  /// The list of the words, for messages.
  static var list: String {
    all.map { $0.text.replacing(" ", with: "-") }.joined(separator: ", ")
  }

  private static let all: [StateWord] =
    [.live] + TaskState.allCases.map(StateWord.state) + EndWord.allCases.map(StateWord.reason)
    + [.needsYou, .stalled(nil)] + StallKind.allCases.map(StateWord.stalled)
    + [.waiting(nil), .waiting(.input), .waiting(.password)]

  private var text: String {
    switch self {
    case .live: "live"
    case .state(let state): state.rawValue
    case .reason(let reason): reason.rawValue
    case .stalled(nil): "stalled"
    case .stalled(let stall?): stall.phrase.english
    case .needsYou: "needs you"
    case .waiting(nil): "waiting"
    case .waiting(let wait?): wait.phrase.english
    }
  }

  func holds(for task: some QueriedTask) -> Bool {
    switch self {
    case .live: task.queriedState != .ended
    case .state(let state): task.queriedState == state
    case .reason(let reason): task.queriedReason == reason
    case .stalled(nil): task.queriedStall != nil
    case .stalled(let stall?): task.queriedStall == stall
    case .needsYou: task.queriedStall != nil || task.queriedWaitsForUser
    case .waiting(nil): task.queriedWaitsForUser
    case .waiting(let wait?): task.queriedWait == wait
    }
  }
}
