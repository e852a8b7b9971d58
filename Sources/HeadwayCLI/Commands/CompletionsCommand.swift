import ArgumentParser
import HeadwayModel
import HeadwaySystem
import SystemPackage

/// The command `headway completions bash|zsh|fish`: prints or installs a completion script.
///
/// ```sh
/// headway completions zsh --install
/// ```
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completion script for a shell, or install it.",
    discussion: """
      The script completes commands, options, formats, groups, help topics and task numbers. zsh and \
      fish show the titles of tasks too. The shell completes the command behind run, submit and edit \
      as it does without headway.
      --install writes the script to your own completion folder, and says what else the shell needs.
      """)

  @Flag(name: .long, help: "Write the script to your own completion folder.")
  var install = false

  @Argument(
    help: "The shell: bash, zsh or fish.",
    completion: .list(CompletionShell.allCases.map(\.rawValue)), transform: Self.shell)
  var shell: CompletionShell

  /// Prints the script, or writes it and says what else the shell needs.
  mutating func run() throws {
    guard let script = CompletionScript(for: shell)?.text else {
      throw CommandFailure("the commands can't be described; see: headway help", status: .failure)
    }
    guard install else { return StandardStreams.print(script) }
    let file = InstalledFile(path: shell.completionFile(home: try InstalledFile.home()))
    try file.write(script + "\n")
    StandardStreams.print(String(localized: "wrote \(file.path)"))
    StandardStreams.print(shell.advice(file.path))
  }

  /// Reads the name of a shell.
  private static func shell(_ word: String) throws -> CompletionShell {
    guard let shell = CompletionShell(rawValue: word) else {
      throw ValidationError(localized: "must be bash, zsh or fish")
    }
    return shell
  }
}

/// A file that Headway installs in a directory of the user.
struct InstalledFile {
  let path: String

  /// The user's home directory. Throws if `HOME` isn't an absolute path.
  static func home() throws(CommandFailure) -> String {
    guard let home = ProcessEnvironment.variable("HOME"), home.hasPrefix("/") else {
      throw CommandFailure("HOME isn't an absolute path; set it", status: .usage)
    }
    return home
  }

  /// Writes the file, and creates missing directories. With `isDurable` the file survives a crash of
  /// the machine.
  func write(_ text: String, isDurable: Bool = true) throws(CommandFailure) {
    do {
      try PrivateDirectory.make(FilePath(path).removingLastComponent().string)
      try DurableFile.write(Array(text.utf8), to: path, mode: 0o644, isDurable: isDurable)
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
  }
}

/// The places of completion scripts.
extension CompletionShell {
  /// The path where the shell looks for the user's own completions.
  func completionFile(home: String) -> String {
    let data = ProcessEnvironment.variable("XDG_DATA_HOME") ?? "\(home)/.local/share"
    let config = ProcessEnvironment.variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
    return switch self {
    case .fish: "\(config)/fish/completions/headway.fish"
    case .zsh: "\(data)/zsh/site-functions/_headway"
    default: "\(data)/bash-completion/completions/headway"
    }
  }

  /// A sentence on the remaining steps before the shell uses the script.
  func advice(_ file: String) -> String {
    switch self {
    case .fish: String(localized: "fish loads it automatically")
    case .zsh:
      String(
        localized: """
          add this to ~/.zshrc, before compinit: fpath=(\(file.dropLast("/_headway".count)) $fpath)
          """)
    default: String(localized: "bash loads it automatically if bash-completion is installed")
    }
  }
}
