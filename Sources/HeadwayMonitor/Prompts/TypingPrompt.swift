import HeadwayModel

/// A line that a person types to a task.
struct TypingPrompt: Hashable, Sendable {
  let key: CardKey
  /// The number of the task, and its machine if it is another one.
  let name: String
  let number: TaskNumber
  /// The line. Not shown if the task asks for a password.
  private(set) var field: EditedText

  private static let byteLimit = 1024

  init(_ card: Card) {
    (key, name, number) = (card.key, card.task.reference, card.task.number)
    field = EditedText(
      byteLimit: Self.byteLimit, isSecret: card.task.waitingForInput == .password)
  }

  var text: String { field.text }

  mutating func edit(_ edit: (inout EditedText) -> Void) { edit(&field) }
}

/// The line for a task.
extension MonitorModel {
  /// Whether the selected task has a terminal that takes keys.
  var selectedTakesKeys: Bool {
    selected.map {
      $0.task.worker.isAttachable && $0.task.isAlive && refusal(of: $0.host) == nil
    } ?? false
  }

  /// Opens the prompt for the selected task.
  mutating func openTyping() { typing = selected.map { TypingPrompt($0) } }

  /// Sends the line, and Enter, to the task's terminal.
  mutating func sendTyping() -> [MonitorCommand] {
    defer { typing = nil }
    return typing.map { [.type($0.key, $0.number, $0.text)] } ?? []
  }
}
