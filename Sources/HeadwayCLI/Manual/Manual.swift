import HeadwayModel

/// All manual pages: headway(1), and one for each command and subcommand.
///
/// ```swift
/// let manual = Manual(dump: HeadwayCommand._dumpHelp())
/// manual?.page(of: ["hub", "start"])?.text   // headway-hub-start(1)
/// ```
struct Manual {
  /// The pages. The first one is headway(1).
  let pages: [ManualPage]

  /// Generates the pages from ArgumentParser's description. Nil if `dump` isn't one.
  init?(dump: String) {
    guard let program = CommandDescription(dump: dump) else { return nil }
    // The pages list keys and defaults, which other readers see in their language.
    pages = MessageCatalog.inEnglish {
      [.program(program)] + Self.pages(of: program, below: [])
    }
  }

  /// The page of a command. The page of no words is headway(1). Nil if there is no such command.
  func page(of words: [String]) -> ManualPage? {
    pages.first { $0.words == words }
  }

  private static func pages(of command: CommandDescription, below words: [String]) -> [ManualPage] {
    command.shownSubcommands.flatMap { inner in
      let path = words + [inner.commandName]
      return [.command(inner, path)] + pages(of: inner, below: path)
    }
  }
}
