import HeadwayModel

/// A line that a person types to a task.
struct TypingPrompt: Hashable, Sendable {
  let key: CardKey
  /// The number of the task, and its machine if it is another one.
  let name: String
  let number: TaskNumber
  /// Whether the task asks for a password, so that the line isn't shown.
  let isSecret: Bool
  private(set) var text = ""

  private static let byteLimit = 1024

  init(_ card: Card) {
    (key, name, number) = (card.key, card.task.reference, card.task.number)
    isSecret = card.task.waitingForInput == .password
  }

  /// The line as the footer shows it: a password as asterisks.
  var shownText: String { isSecret ? String("*", times: text.unicodeScalars.count) : text }

  /// Appends a character, unless the line would be too long.
  mutating func type(_ scalar: Unicode.Scalar) {
    let longer = text + String(scalar)
    if longer.utf8.count <= Self.byteLimit { text = longer }
  }

  mutating func erase() { _ = text.popLast() }

  mutating func clear() { text = "" }
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
