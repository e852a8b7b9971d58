import ArgumentParser
import HeadwaySystem

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

  /// A sentence on what else the user must do, if anything.
  func advice(_ file: String) -> String {
    switch self {
    case .fish: "fish reads it by itself"
    case .zsh:
      "zsh reads it with this in ~/.zshrc, before compinit: fpath=(\(file.dropLast("/_headway".count)) $fpath)"
    default: "bash reads it by itself where bash-completion is installed"
    }
  }
}
