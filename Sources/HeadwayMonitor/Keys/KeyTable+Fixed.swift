internal import HeadwayModel

/// The keys that the config file can't change: those of prompts, text entry, help and output.
extension KeyTable {
  /// The rows with fixed keys.
  static let others =
    prompt + helpScreen + output + filter + typing + search
    + [.filter, .typing, .search].flatMap(editing)

  /// The keys while the monitor asks.
  private static let prompt = [
    KeyBinding(
      keys: [.character("y")], label: Phrase("yes", context: "key"), action: .confirm,
      mode: .prompt, footer: .right),
    KeyBinding(
      keys: [.character("n"), .escape], label: Phrase("no", context: "key"), action: .decline,
      mode: .prompt, footer: .right),
    KeyBinding(
      keys: [.control("l")], label: Phrase("redraw", context: "key"), action: .repaint,
      mode: .prompt),
    KeyBinding(
      keys: [.control("z")], label: Phrase("suspend", context: "key"), action: .suspend,
      mode: .prompt),
    KeyBinding(
      keys: [.control("c")], label: Phrase("quit", context: "key"), action: .quit, mode: .prompt),
  ]

  /// The keys while a filter is typed. Any other character is part of the filter.
  private static let filter = [
    KeyBinding(
      keys: [.enter], label: Phrase("keep", context: "key"), action: .keepFilter, mode: .filter,
      footer: .right),
    KeyBinding(
      keys: [.escape], label: Phrase("back", context: "key"), action: .dropFilter, mode: .filter,
      footer: .right),
    KeyBinding(
      keys: [.down], label: Phrase("down", context: "key"), action: .moveDown, mode: .filter),
    KeyBinding(keys: [.up], label: Phrase("up", context: "key"), action: .moveUp, mode: .filter),
  ]

  /// The keys while a line for a task is typed. Any other character is part of the line.
  private static let typing = [
    KeyBinding(
      keys: [.enter], label: Phrase("send", context: "key"), action: .sendTyping, mode: .typing,
      footer: .right),
    KeyBinding(
      keys: [.escape], label: Phrase("back", context: "key"), action: .dropTyping, mode: .typing,
      footer: .right),
  ]

  /// The keys while any text is typed: those that edit the text, as in a shell, and those of the
  /// whole screen.
  private static func editing(in mode: MonitorMode) -> [KeyBinding] {
    let edits: [([Key], Phrase, TextEdit)] = [
      ([.backspace], Phrase("erase", context: "key"), .erase),
      ([.delete, .control("d")], Phrase("erase next", context: "key"), .eraseNext),
      ([.control("w")], Phrase("erase word", context: "key"), .eraseWord),
      ([.control("u")], Phrase("erase all", context: "key"), .eraseAll),
      ([.control("k")], Phrase("erase to end", context: "key"), .eraseToEnd),
      ([.left], Phrase("left", context: "key"), .moveLeft),
      ([.right], Phrase("right", context: "key"), .moveRight),
      ([.home, .control("a")], Phrase("to start", context: "key"), .moveToStart),
      ([.end, .control("e")], Phrase("to end", context: "key"), .moveToEnd),
    ]
    let others: [(Key, Phrase, MonitorAction)] = [
      (.control("l"), Phrase("redraw", context: "key"), .repaint),
      (.control("z"), Phrase("suspend", context: "key"), .suspend),
      (.control("c"), Phrase("quit", context: "key"), .quit),
    ]
    return edits.map { KeyBinding(keys: $0, label: $1, action: .edit($2), mode: mode) }
      + others.map { KeyBinding(keys: [$0], label: $1, action: $2, mode: mode) }
  }

  /// The keys of the output screen, close to those of less(1).
  private static let output = [
    KeyBinding(
      keys: [.escape, .character("q"), .character("l")], label: Phrase("back", context: "key"),
      action: .inLog(.close), mode: .log, footer: .left),
    KeyBinding(
      keys: [.character("f")], label: Phrase("follow", context: "key"), action: .inLog(.follow),
      mode: .log, footer: .left,
      footerLabel: {
        $0.log?.isFollowing == true
          ? String(localized: "stop following", context: "key")
          : String(localized: "follow", context: "key")
      }),
    KeyBinding(
      keys: [.character("/")], label: Phrase("search", context: "key"), action: .inLog(.openSearch),
      mode: .log, footer: .left, isEnabled: \.hasLogLines),
    KeyBinding(
      keys: [.character("n")], label: Phrase("next match", context: "key"),
      action: .inLog(.find(backwards: false)), mode: .log, footer: .left, isEnabled: \.isSearching),
    KeyBinding(
      keys: [.character("N")], label: Phrase("previous match", context: "key"),
      action: .inLog(.find(backwards: true)), mode: .log, footer: .left, isEnabled: \.isSearching),
    KeyBinding(
      keys: [.character("v")], label: Phrase("select lines", context: "key"),
      action: .inLog(.select), mode: .log, footer: .left, isEnabled: \.hasLogLines,
      footerLabel: {
        $0.log?.anchor == nil
          ? String(localized: "select lines", context: "key")
          : String(localized: "end selection", context: "key")
      }),
    KeyBinding(
      keys: [.character("y")], label: Phrase("copy", context: "key"), action: .inLog(.copy),
      mode: .log, footer: .left, isEnabled: \.hasLogLines,
      footerLabel: {
        guard let log = $0.log, log.anchor != nil else {
          return String(localized: "copy line", context: "key")
        }
        let count = log.selection.count
        return String(localized: count, one: "copy \(count) line", many: "copy \(count) lines")
      }),
    KeyBinding(
      keys: [.character("j"), .down], label: Phrase("down", context: "key"),
      action: .inLog(.move(1)), mode: .log),
    KeyBinding(
      keys: [.character("k"), .up], label: Phrase("up", context: "key"), action: .inLog(.move(-1)),
      mode: .log),
    KeyBinding(
      keys: [.pageDown, .character(" "), .control("f")],
      label: Phrase("page down", context: "help"), action: .inLog(.page(1)), mode: .log),
    KeyBinding(
      keys: [.pageUp, .character("b"), .control("b")], label: Phrase("page up", context: "help"),
      action: .inLog(.page(-1)), mode: .log),
    KeyBinding(
      keys: [.control("d")], label: Phrase("half a page down", context: "help"),
      action: .inLog(.halfPage(1)), mode: .log),
    KeyBinding(
      keys: [.control("u")], label: Phrase("half a page up", context: "help"),
      action: .inLog(.halfPage(-1)), mode: .log),
    KeyBinding(
      keys: [.character("#")], label: Phrase("line numbers", context: "key"),
      action: .inLog(.toggleNumbers), mode: .log, isEnabled: \.hasLogLines),
    KeyBinding(
      keys: [.character("g"), .home], label: Phrase("first line", context: "key"),
      action: .inLog(.first), mode: .log),
    KeyBinding(
      keys: [.character("G"), .end], label: Phrase("last line", context: "key"),
      action: .inLog(.last), mode: .log),
    KeyBinding(
      keys: [.character("[")], label: Phrase("earlier attempt", context: "key"),
      action: .inLog(.attempt(-1)), mode: .log, footer: .left,
      isEnabled: { $0.logAttempts.count > 1 }),
    KeyBinding(
      keys: [.character("]")], label: Phrase("later attempt", context: "key"),
      action: .inLog(.attempt(1)), mode: .log, isEnabled: { $0.logAttempts.count > 1 }),
    KeyBinding(
      keys: [.left], label: Phrase("to the left", context: "help"), action: .inLog(.scroll(-16)),
      mode: .log),
    KeyBinding(
      keys: [.right], label: Phrase("to the right", context: "help"), action: .inLog(.scroll(16)),
      mode: .log),
    KeyBinding(
      keys: [.character("?")], label: Phrase("help", context: "key"), action: .showHelp, mode: .log,
      footer: .right),
    KeyBinding(
      keys: [.control("l")], label: Phrase("redraw", context: "key"), action: .repaint, mode: .log),
    KeyBinding(
      keys: [.control("z")], label: Phrase("suspend", context: "key"), action: .suspend, mode: .log),
    KeyBinding(
      keys: [.control("c")], label: Phrase("quit", context: "key"), action: .quit, mode: .log),
  ]

  /// The keys while a search is typed. Any other character is part of the search.
  private static let search = [
    KeyBinding(
      keys: [.enter], label: Phrase("keep", context: "key"), action: .inLog(.keepSearch),
      mode: .search, footer: .right),
    KeyBinding(
      keys: [.escape], label: Phrase("back", context: "key"), action: .inLog(.dropSearch),
      mode: .search, footer: .right),
  ]

  /// The keys of the help screen.
  private static let helpScreen = [
    KeyBinding(
      keys: [.character("?"), .escape, .character("q")], label: Phrase("back", context: "key"),
      action: .hideHelp, mode: .help, footer: .left),
    KeyBinding(
      keys: [.character("j"), .down], label: Phrase("more", context: "key"), action: .scrollHelp(1),
      mode: .help, footer: .right, isOffered: \.hasMoreHelp),
    KeyBinding(
      keys: [.character("k"), .up], label: Phrase("up", context: "key"), action: .scrollHelp(-1),
      mode: .help),
    KeyBinding(
      keys: [.character("g"), .home], label: Phrase("first", context: "key"), action: .helpStart,
      mode: .help),
    KeyBinding(
      keys: [.character("G"), .end], label: Phrase("last", context: "key"), action: .helpEnd,
      mode: .help),
    KeyBinding(
      keys: [.pageDown], label: Phrase("page down", context: "help"), action: .pageHelp(1),
      mode: .help),
    KeyBinding(
      keys: [.pageUp], label: Phrase("page up", context: "help"), action: .pageHelp(-1), mode: .help
    ),
    KeyBinding(
      keys: [.control("l")], label: Phrase("redraw", context: "key"), action: .repaint, mode: .help),
    KeyBinding(
      keys: [.control("z")], label: Phrase("suspend", context: "key"), action: .suspend, mode: .help
    ),
    KeyBinding(
      keys: [.control("c")], label: Phrase("quit", context: "key"), action: .quit, mode: .help),
  ]
}
