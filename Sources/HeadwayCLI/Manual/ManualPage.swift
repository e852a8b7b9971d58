import HeadwayWire

/// A manual page in mdoc(7), generated from ArgumentParser's description and the tables of examples,
/// exit statuses and related pages.
struct ManualPage {
  /// The words of the command, without `headway`: `["hub", "start"]`. Empty for headway(1).
  let words: [String]
  /// The page, without a line break at its end.
  let text: String

  /// The date of the last change of the text, as mdoc(7) wants it.
  private static let date = "November 28, 2026"

  /// The name of the page: `headway-hub-start`.
  var name: String { Self.name(words) }

  /// The name of the file: `headway-hub-start.1`.
  var fileName: String { "\(name).1" }

  static func name(_ words: [String]) -> String {
    (["headway"] + words).joined(separator: "-")
  }

  /// Joins the sections. `sections` begin with SYNOPSIS.
  init(_ words: [String], summary: String, sections: [String]) {
    self.words = words
    let name = Self.name(words)
    let head = [
      PageMark.line, ".Dd \(Self.date)", ".Dt \(name.uppercased()) 1",
      ".Os \"headway \(HeadwayRelease.version)\"", ".Sh NAME",
      ".Nm \(ManualText.escaped(name))", ".Nd \(ManualText.escaped(Self.clause(summary)))",
    ]
    text = (head + sections).joined(separator: "\n")
  }

  /// The page of a command or subcommand.
  static func command(_ command: CommandDescription, _ words: [String]) -> ManualPage {
    let sections =
      synopsis(of: command, words) + description(of: command) + subcommands(of: command, words)
      + options(of: command) + exitStatus(words) + examples(words) + seeAlso(words)
    return ManualPage(words, summary: command.abstract ?? "", sections: sections)
  }

  /// The summary as a part of a sentence: without the capital at its start and the period at its
  /// end.
  private static func clause(_ summary: String) -> String {
    let text = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    let beginsWithName = text.split(separator: " ").dropFirst().first?.first?.isUppercase == true
    return beginsWithName ? text : text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// The sections that every page has.
extension ManualPage {
  private static func synopsis(of command: CommandDescription, _ words: [String]) -> [String] {
    let name = ".Nm headway Cm \(words.map(ManualText.argument).joined(separator: " "))"
    guard command.shownSubcommands.isEmpty else {
      return [".Sh SYNOPSIS"] + command.shownSubcommands.map { "\(name) \($0.commandName)" }
    }
    return [".Sh SYNOPSIS", name] + command.shownArguments.map(usage)
  }

  private static func description(of command: CommandDescription) -> [String] {
    let summary = ManualText.paragraph(command.abstract ?? "")
    let discussion = ManualText.paragraphs(command.discussion ?? "")
    return [".Sh DESCRIPTION"] + summary + (discussion.isEmpty ? [] : [".Pp"] + discussion)
  }

  /// The list of subcommands; each refers to its page.
  static func subcommands(of command: CommandDescription, _ words: [String]) -> [String] {
    let entries = command.shownSubcommands.map { inner in
      (
        tag: reference(name(words + [inner.commandName])),
        text: ManualText.paragraph(inner.abstract ?? "")
      )
    }
    return entries.isEmpty ? [] : [".Sh COMMANDS"] + ManualText.list(entries)
  }

  private static func options(of command: CommandDescription) -> [String] {
    let entries = command.shownArguments.map { argument in
      let standard = argument.defaultValue.map { " Default: \($0)." } ?? ""
      return (tag: term(argument), text: ManualText.paragraph((argument.abstract ?? "") + standard))
    }
    let help = (tag: "Fl h , Fl Fl help", text: ["Print the help of the command."])
    return [".Sh OPTIONS"] + ManualText.list(entries + [help])
  }

  static func examples(_ words: [String]) -> [String] {
    guard let examples = CommandExamples.of(words) else { return [] }
    let items = examples.enumerated().flatMap { place, example in
      (place == 0 ? [] : [".Pp"]) + ManualText.paragraph(example.purpose)
        + ManualText.literal([example.line])
    }
    return [".Sh EXAMPLES"] + items
  }

  static func exitStatus(_ words: [String]) -> [String] {
    let entries = CommandExits.of(words).map { exit in
      (tag: ManualText.escaped(exit.status), text: ManualText.paragraph(exit.meaning))
    }
    return [".Sh EXIT STATUS"] + ManualText.list(entries, width: "128+N", isCompact: true)
  }

  /// The section SEE ALSO: pages in alphabetical order, then help topics.
  static func seeAlso(_ words: [String]) -> [String] {
    let related = RelatedPages.of(words)
    let names = related.pages.map(name).sorted()
    let topics = related.topics.map { "Ic headway help \(ManualText.escaped($0.rawValue))" }
    return [".Sh SEE ALSO"] + enumeration(names.map(reference))
      + (topics.isEmpty ? [] : [".Pp", "Help topics:"] + enumeration(topics))
  }

  /// Macros with commas between them, one a line.
  private static func enumeration(_ macros: [String]) -> [String] {
    macros.enumerated().map { place, macro in
      ".\(macro)\(place < macros.count - 1 ? " ," : "")"
    }
  }

  /// A reference to a page: `Xr headway\-run 1`.
  private static func reference(_ name: String) -> String { "Xr \(ManualText.escaped(name)) 1" }

  /// An argument in the usage line.
  private static func usage(_ argument: CommandDescription.ArgumentDescription) -> String {
    let repetition = argument.isRepeating ? " ..." : ""
    return ".\(argument.isOptional ? "Op " : "")\(term(argument))\(repetition)"
  }

  /// The names and the value of an argument: `Fl Fl title Ar text`.
  private static func term(_ argument: CommandDescription.ArgumentDescription) -> String {
    let names = (argument.names ?? []).map { name in
      "Fl \(name.kind == "long" ? "Fl " : "")\(ManualText.argument(name.name))"
    }
    let value =
      argument.kind == .flag ? nil : argument.valueName.map { "Ar \(ManualText.argument($0))" }
    return ([names.joined(separator: " , ")] + [value].compactMap { $0 })
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}
