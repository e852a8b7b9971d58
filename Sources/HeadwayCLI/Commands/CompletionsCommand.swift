import ArgumentParser

/// The command `headway completions bash|zsh|fish`: prints or installs a completion script.
///
/// ```sh
/// headway completions zsh --install
/// ```
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print what a shell completes commands, options and tasks with, or install it.",
    discussion: """
      --install writes it where the shell looks for what is this user's own, and says what else it takes. \
      Tasks are completed by number; zsh and fish show their titles.
      """)

  @Flag(name: .long, help: "Write it to the user's own folder for it.")
  var install = false

  @Argument(
    help: "bash, zsh or fish.", completion: .list(CompletionShell.allCases.map(\.rawValue)),
    transform: Self.shell)
  var shell: CompletionShell

  /// Prints the script, or writes it and says what else the shell needs.
  mutating func run() throws {
    let script = shell.completingCommands(HeadwayCommand.completionScript(for: shell))
    guard install else { return StandardStreams.print(script) }
    let file = InstalledFile(path: shell.completionFile(home: try InstalledFile.home()))
    try file.write(script + "\n")
    StandardStreams.print(shell.advice(file.path))
  }

  /// Reads the name of a shell.
  private static func shell(_ word: String) throws -> CompletionShell {
    guard let shell = CompletionShell(rawValue: word) else {
      throw ValidationError("it is bash, zsh or fish")
    }
    return shell
  }
}
