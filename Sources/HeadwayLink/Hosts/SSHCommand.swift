package import HeadwayModel

/// The command lines of ssh(1) with which Headway reaches another machine.
///
/// The command for the far shell is a constant. Words of the user are passed in hexadecimal digits,
/// which mean the same to every shell.
///
/// ```swift
/// SSHCommand(host: host, controlPath: nil).bridge()   // ["ssh", "-T", "-o", "BatchMode=yes", …]
/// ```
package struct SSHCommand: Hashable, Sendable {
  package let host: Host
  /// The path at which connections to the host are shared. Nil if the user's own config has one, or
  /// if they aren't to be shared.
  package let controlPath: String?

  package init(host: Host, controlPath: String?) {
    (self.host, self.controlPath) = (host, controlPath)
  }

  /// Reads `ssh -G`: whether the user's config shares connections to the host already.
  package static func sharesConnections(_ output: String) -> Bool {
    output.split(separator: "\n").contains { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return words.count == 2 && words[0].lowercased() == "controlpath" && words[1] != "none"
    }
  }

  /// The question for ``sharesConnections(_:)``.
  package var question: [String] { ["ssh", "-G", "--", host.destination.name] }

  /// The bridge to the hub there, without a terminal and without a question to the user.
  ///
  /// - Parameter mayStartHub: Whether the far end starts a hub if none runs.
  package func bridge(mayStartHub: Bool = true) -> [String] {
    unattended + [far("exec", mayStartHub ? "hub connect" : "hub connect --if-running")]
  }

  /// An ssh in which a person can log in. The connection is shared with the bridge afterwards.
  package var login: [String] {
    ["ssh"] + patience + sharing + ["--", host.destination.name, "true"]
  }

  /// The words before a far command that has no terminal and asks the user nothing.
  var unattended: [String] {
    ["ssh", "-T", "-o", "BatchMode=yes"] + patience + sharing + ["--", host.destination.name]
  }

  /// A command of Headway there, whose streams are this terminal's.
  ///
  /// A shell stays there, so that the end of a command by a signal has the shell's status for it.
  ///
  /// - Parameters:
  ///   - hasTerminal: Whether the command gets a terminal there.
  ///   - asksNothing: Whether ssh ends instead of asking for a password or about a host key.
  package func command(
    _ words: [String], hasTerminal: Bool, asksNothing: Bool = false
  ) -> [String] {
    let digits = Self.hexadecimal(words)
    return ["ssh", hasTerminal ? "-t" : "-T", "-o", "EscapeChar=none"]
      + (asksNothing ? ["-o", "BatchMode=yes"] : []) + options
      + [
        "--", host.destination.name,
        far("", "hub words \(digits); exit $?"),
      ]
  }

  /// The options of an ssh that may ask the user for a password.
  var options: [String] {
    // At its usual level, INFO, ssh says that the connection is closed.
    ["-o", "LogLevel=ERROR"] + patience + sharing
  }

  /// A dead link is noticed after 10 to 15 s.
  private var patience: [String] {
    [
      "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=2",
    ]
  }

  private var sharing: [String] {
    guard let controlPath else { return [] }
    return [
      "-o", "ControlMaster=auto", "-o", "ControlPath=\(controlPath)", "-o", "ControlPersist=60",
    ]
  }

  /// The line for the login shell there. The line means the same to every shell: it runs sh(1), which
  /// looks for the program in its PATH, and then in `~/.local/bin`.
  ///
  /// - Parameters:
  ///   - prefix: `exec` if nothing follows the program.
  ///   - words: The words behind the program.
  private func far(_ prefix: String, _ words: String) -> String {
    let program =
      host.program ?? "\"$(command -v headway || echo \"$HOME/.local/bin/headway\")\""
    return "exec /bin/sh -c '\(prefix.isEmpty ? "" : prefix + " ")\(program) \(words)'"
  }

  /// Words as hexadecimal digits, each with a zero byte behind it.
  static func hexadecimal(_ words: [String]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for word in words {
      for byte in Array(word.utf8) + [0] {
        text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The words of hexadecimal digits. Nil if they are no such words.
  package static func words(ofHexadecimal text: String) -> [String]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var (words, word): ([String], [UInt8]) = ([], [])
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[place]), let low = value(digits[place + 1]) else { return nil }
      let byte = high << 4 | low
      if byte == 0 {
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      } else {
        word.append(byte)
      }
    }
    return word.isEmpty ? words : nil
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
