import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// A command that runs on another machine, through ssh, in this process's place.
enum FarCommand {
  /// Replaces this process by ssh.
  ///
  /// - Parameter words: The command line for `headway` there.
  static func become(
    _ words: [String], on host: Host, hasTerminal: Bool
  ) throws(CommandFailure) -> Never {
    let paths = try Hub.paths()
    try check(words)
    guard let program = ProgramPath.find("ssh") else {
      throw CommandFailure(LinkError.host(HostTrouble(host, .noSSH)))
    }
    let command = SSHCommand(host: host, controlPath: HostBridge.controlPath(host, paths))
    try replace(program, command.command(passed(words, to: host), hasTerminal: hasTerminal))
  }

  /// The words that ``run(_:)`` gets for a command line there: with the locale and the machine's name
  /// here in front.
  static func passed(_ words: [String], to host: Host) -> [String] {
    [ReaderLocale.here.text, host.name.name] + words
  }

  /// Refuses words that can't be passed.
  static func check(_ words: [String]) throws(CommandFailure) {
    guard !words.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      throw CommandFailure(
        "a word isn't UTF-8 text, and can't be passed to another machine; rename it", status: .usage
      )
    }
  }

  /// Runs the words that ``SSHCommand`` passed, on the machine that they are for.
  static func run(_ digits: String) throws -> Never {
    guard let passed = SSHCommand.words(ofHexadecimal: digits), passed.count >= 2 else {
      throw CommandFailure("these are no words of headway --host", status: .usage)
    }
    let (locale, words) = (ReaderLocale(passed[0]), Array(passed.dropFirst(2)))
    unsetenv(HostChoice.variable)
    setenv(HostHint.variable, passed[1], 1)
    // A login without a terminal often has no locale. The terminal is the near one.
    if let locale {
      if ReaderLocale.characters.isEmpty { setenv("LC_CTYPE", locale.characters, 1) }
      setenv(HostHint.localeVariable, locale.text, 1)
    }
    guard let program = ProcessEnvironment.executablePath else {
      throw CommandFailure("headway can't find its own program without /proc", status: .failure)
    }
    // Commands read the bytes of the process's own arguments.
    try replace(program, ["headway"] + words)
  }

  /// Replaces this process by a program (execv(3)).
  private static func replace(_ program: String, _ words: [String]) throws(CommandFailure) -> Never
  {
    var arguments = words.map { strdup($0) } + [nil]
    execv(program, &arguments)
    throw CommandFailure("\(SystemError("start \(program)"))", status: .failure)
  }
}
