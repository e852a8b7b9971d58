import ArgumentParser

/// The completion script of a shell.
///
/// ArgumentParser's scripts know all commands and options. They don't know that the words behind
/// `run`, `submit` and `edit N --` are a command line of their own, and they complete nothing behind
/// `help`. This type adds both.
///
/// ```swift
/// CompletionScript(for: .bash)?.text
/// ```
struct CompletionScript {
  let text: String

  /// Generates the script.
  init?(for shell: CompletionShell) {
    guard let program = CommandDescription(dump: HeadwayCommand._dumpHelp()) else { return nil }
    let script = HeadwayCommand.completionScript(for: shell)
    let launchers = Launcher.all(in: program)
    text =
      switch shell {
      case .zsh: ZshScript.text(script, launchers)
      case .fish: FishScript.text(script, launchers)
      default: BashScript.text(script, launchers)
      }
  }

  /// A command of Headway behind which another command stands.
  struct Launcher {
    let name: String
    /// The options of the command that take a value: `--title`.
    let optionsWithValue: [String]
    /// Whether the other command stands only behind `--`.
    let needsTerminator: Bool

    /// The commands `run`, `submit` and `edit`, as far as the program has them.
    static func all(in program: CommandDescription) -> [Launcher] {
      ["run", "submit", "edit"].compactMap { name in
        program.subcommand([name]).map { command in
          Launcher(
            name: name, optionsWithValue: command.optionsWithValue,
            needsTerminator: name == "edit")
        }
      }
    }
  }
}
