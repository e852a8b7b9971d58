/// Every key that does something, in the order of the footer and of the help.
enum KeyTable {
  /// The first enabled row of the current mode that has `key`.
  static func action(of key: Key, in model: MonitorModel) -> MonitorAction? {
    rows.first {
      $0.mode == model.mode && $0.keys.contains(key) && $0.isEnabled(model)
    }?.action
  }

  static func footer(of model: MonitorModel) -> [KeyBinding] {
    rows.filter { $0.mode == model.mode && $0.isInFooter && $0.isEnabled(model) }
  }

  static var help: [KeyBinding] { rows.filter { $0.mode == .cards } }

  private static let rows = questions + cards + moves + monitor + prompt + helpScreen

  private static let questions = [
    KeyBinding(
      keys: [.character("y")], label: "continue", action: .answer(.continue), isInFooter: true,
      isEnabled: \.selectedIsStalled),
    KeyBinding(
      keys: [.character("n")], label: "stop", action: .answer(.stop), isInFooter: true,
      isEnabled: \.selectedIsStalled),
    KeyBinding(
      keys: [.tab], label: "next that needs you", action: .nextQuestion, isInFooter: true,
      isEnabled: \.hasAnotherQuestion),
  ]

  private static let cards = [
    KeyBinding(
      keys: [.enter], label: "details", action: .toggleDetails, isInFooter: true,
      isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("c")], label: "cancel", action: .cancel, isInFooter: true,
      isEnabled: \.selectedCanBeCancelled),
    KeyBinding(
      keys: [.character("C")], label: "force the end", action: .forceCancel,
      isEnabled: \.selectedIsAlive),
    KeyBinding(
      keys: [.character("x")], label: "dismiss", action: .dismiss, isInFooter: true,
      isEnabled: \.selectedHasEnded),
  ]

  private static let moves = [
    KeyBinding(
      keys: [.character("j"), .down], label: "down", action: .moveDown, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("k"), .up], label: "up", action: .moveUp, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("g")], label: "first", action: .first, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.character("G")], label: "last", action: .last, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.pageDown], label: "page down", action: .pageDown, isEnabled: \.hasSelection),
    KeyBinding(
      keys: [.pageUp], label: "page up", action: .pageUp, isEnabled: \.hasSelection),
  ]

  private static let monitor = [
    KeyBinding(
      keys: [.character("?")], label: "help", action: .showHelp, isInFooter: true),
    KeyBinding(keys: [.control("l")], label: "draw anew", action: .repaint),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend),
    KeyBinding(
      keys: [.character("q"), .control("c")], label: "quit", action: .quit, isInFooter: true),
  ]

  private static let prompt = [
    KeyBinding(
      keys: [.character("y")], label: "yes", action: .confirm, mode: .prompt, isInFooter: true),
    KeyBinding(
      keys: [.character("n"), .escape], label: "no", action: .decline, mode: .prompt,
      isInFooter: true),
    KeyBinding(keys: [.control("l")], label: "draw anew", action: .repaint, mode: .prompt),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .prompt),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .prompt),
  ]

  private static let helpScreen = [
    KeyBinding(
      keys: [.character("?"), .escape, .character("q")], label: "back", action: .hideHelp,
      mode: .help, isInFooter: true),
    KeyBinding(keys: [.control("l")], label: "draw anew", action: .repaint, mode: .help),
    KeyBinding(keys: [.control("z")], label: "suspend", action: .suspend, mode: .help),
    KeyBinding(keys: [.control("c")], label: "quit", action: .quit, mode: .help),
  ]
}
