package import HeadwayModel
package import HeadwaySystem
import HeadwayWire

/// The installation of this version's programs on another machine.
///
/// ```swift
/// let installation = try FarInstallation(on: host, paths)
/// let state = try installation.state()
/// let outcome = try installation.copy(programs) { sent in }
/// ```
package struct FarInstallation {
  /// The beginning of each line of the far commands. Other lines are what a startup file of the far
  /// shell printed.
  static let mark = "headway-there"

  private let host: Host
  private let program: String
  private let command: SSHCommand
  /// The folder of the programs there, as the config names it; nil for `~/.local/bin`.
  private let folder: String?

  /// - Throws: if ssh isn't installed, or the config names a program that isn't called `headway`.
  package init(on host: Host, _ paths: HeadwayPaths) throws(InstallTrouble) {
    guard let program = ProgramPath.find("ssh") else { throw .host(HostTrouble(host, .noSSH)) }
    folder = try Self.folder(of: host)
    (self.host, self.program) = (host, program)
    command = SSHCommand(host: host, controlPath: HostBridge.controlPath(host, paths))
  }

  /// The folder of the program that the config names; nil if it names none.
  static func folder(of host: Host) throws(InstallTrouble) -> String? {
    guard let program = host.program else { return nil }
    guard program.hasSuffix("/headway"), program != "/headway" else {
      throw .otherProgram(host.name, program)
    }
    return String(program.dropLast("/headway".count))
  }

  /// The folder of the programs there, for messages.
  package var shownFolder: String { folder ?? "~/.local/bin" }

  /// Whether commands find the program there by its PATH, because the config names none.
  package var usesSearchPath: Bool { folder == nil }

  /// The command that stops the hub there. The next command starts one of the new version.
  package var restartLine: String {
    let path = folder.map { "\($0)/headway" } ?? ".local/bin/headway"
    return "ssh \(host.destination) \(path) hub stop"
  }

  /// Asks for the system there and its version of Headway.
  package func state() throws(InstallTrouble) -> FarState {
    let (status, answer, output) = try run(command.stateQuestion(folder: folder), nil)
    guard status == 0, let state = FarState(answer) else {
      throw .host(HostTrouble(host, sshEndedWith: status, output: output))
    }
    return state
  }

  /// Copies the programs, tries them there, and replaces older ones.
  ///
  /// - Parameters:
  ///   - programs: `headway` and `headwayd`.
  ///   - progress: Called with the number of bytes that were sent so far.
  package func copy(
    _ programs: [ProgramArchive.File], progress: (Int) -> Void
  ) throws(InstallTrouble) -> InstallOutcome {
    guard programs.count == 2 else { throw .unreadable(String(localized: "the programs")) }
    let words = command.installation(
      sizes: (programs[0].size, programs[1].size), folder: folder)
    let (status, answer, output) = try run(words, programs, progress)
    let outcome = InstallOutcome(answer)
    if status == 0, outcome.step == .done { return outcome }
    guard let step = outcome.step, status != 255 else {
      throw .host(HostTrouble(host, sshEndedWith: status, output: output))
    }
    throw InstallTrouble(host.name, failedAt: step, output: output, folder: shownFolder)
  }

  /// Runs a far command. Returns its status, the marked lines of its answer without the mark, and
  /// its standard error.
  private func run(
    _ words: [String], _ programs: [ProgramArchive.File]?, _ progress: (Int) -> Void = { _ in }
  ) throws(InstallTrouble) -> (status: Int32, answer: [String], output: String) {
    var archive = programs.map { ProgramArchive($0) }
    do {
      let ssh = try BridgeProcess(program, words)
      let answer = try ssh.exchange(
        { () throws(SystemError) in try archive?.next() }, progress: progress)
      let (status, output) = ssh.end()
      return (status, Self.marked(answer), output)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  /// The lines that begin with the mark, without it.
  static func marked(_ answer: [UInt8]) -> [String] {
    String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap { line in
      line.hasPrefix(mark + " ") ? String(line.dropFirst(mark.count + 1)) : nil
    }
  }
}

/// The value of the last line that begins with a word.
private func value(_ word: String, in lines: [String]) -> String? {
  lines.last { $0 == word || $0.hasPrefix(word + " ") }.map { line in
    String(line.dropFirst(word.count).drop { $0 == " " })
  }
}

/// The state of a machine before programs are copied to it.
package struct FarState: Hashable, Sendable {
  /// The name of its kernel and the architecture, as `uname -sm` prints them.
  package let system: String
  /// The answer of the program there to `--version`; nil if there is none that runs.
  package let version: String?

  init?(_ lines: [String]) {
    guard let system = value("system", in: lines), let version = value("version", in: lines) else {
      return nil
    }
    (self.system, self.version) = (system, version.isEmpty ? nil : version)
  }

  /// Checks whether this version's programs may be copied there.
  ///
  /// - Parameters:
  ///   - own: The system of this machine, as `uname -sm` prints it.
  ///   - version: The version of the programs.
  ///   - isForced: Whether they may replace a newer version.
  package func check(
    _ host: HostName, own: String, version: String, isForced: Bool
  ) throws(InstallTrouble) {
    guard system == own else {
      throw .otherSystem(host, SanitisedText(system, limit: .line), own: own)
    }
    if !isForced, let there = self.version, let found = ReleaseNumber(there),
      let new = ReleaseNumber(version), found > new
    {
      throw .newer(host, SanitisedText(there, limit: .line))
    }
  }
}

/// The answer of a far machine to an installation.
package struct InstallOutcome: Hashable, Sendable {
  package enum Step: String, Hashable, Sendable { case folder, copy, `try`, place, done }

  /// The step that began last; nil if none did.
  package let step: Step?
  /// The other program that the login shell there finds first; nil if there is none.
  package let otherProgram: SanitisedText?
  /// The version of the running hub there; nil if none runs.
  package let hub: SanitisedText?

  init(_ lines: [String]) {
    step = value("step", in: lines).flatMap { Step(rawValue: $0) }
    otherProgram = value("path", in: lines).map { SanitisedText($0, limit: .line) }
    // The line is that of headway hub status: the version, a comma, and the process.
    hub = value("hub", in: lines).flatMap { line in
      line.split(separator: ",").first.map { SanitisedText(String($0), limit: .line) }
    }
  }

  /// Whether the running hub there has another version.
  package func hasOtherHub(than version: String) -> Bool {
    hub.map { ReleaseNumber($0.string) != ReleaseNumber(version) } ?? false
  }
}

/// The reason why programs can't be copied to a machine. The description is one line that says what
/// to do.
package enum InstallTrouble: Error, Hashable, Sendable {
  case host(HostTrouble)
  /// A program here can't be read.
  case unreadable(String)
  /// The config names a program that isn't called `headway`.
  case otherProgram(HostName, String)
  case otherSystem(HostName, SanitisedText, own: String)
  /// The program there is a newer version.
  case newer(HostName, SanitisedText)
  case diskFull(HostName, folder: String)
  /// The programs don't run there: the last line of the attempt.
  case cannotRun(HostName, SanitisedText)
  /// Another step failed: its last line.
  case failed(HostName, SanitisedText, folder: String)

  /// Reads the standard error of a step that failed.
  init(_ host: HostName, failedAt step: InstallOutcome.Step, output: String, folder: String) {
    let lines = output.split(whereSeparator: \.isNewline).map { SanitisedText($0, limit: .line) }
    let told = lines.filter { !$0.isBlank }
    let lowercased = output.lowercased()
    if ["no space left", "quota exceeded"].contains(where: { lowercased.contains($0) }) {
      self = .diskFull(host, folder: folder)
    } else if step == .try {
      self = .cannotRun(host, told.last ?? SanitisedText(wire: "no reason given"))
    } else {
      // The first line of tar is the reason, and the last one says that tar gives up.
      let line = told.first ?? SanitisedText(wire: "the copy was cut short")
      self = .failed(host, line, folder: folder)
    }
  }
}

extension InstallTrouble: CustomStringConvertible {
  package var description: String {
    switch self {
    case .host(let trouble): "\(trouble)"
    case .unreadable(let reason): String(localized: "the programs can't be sent: \(reason)")
    case .otherProgram(let host, let program):
      String(
        localized: """
          command under [host.\(host)] is \(program); headway hosts install needs a path that ends \
          in /headway
          """)
    case .otherSystem(let host, let system, let own):
      String(
        localized: "\(host) has \(system), and these programs are for \(own); build Headway there")
    case .newer(let host, let version):
      String(
        localized: "\(host) has a newer version, \(version); update this machine, or give --force")
    case .diskFull(let host, let folder):
      String(localized: "the disk of \(folder) on \(host) is full; make room there, and try again")
    case .cannotRun(let host, let line):
      String(
        localized: """
          the programs don't run on \(host) (\(localizing: line)); build Headway there, or install a \
          static build
          """)
    case .failed(let host, let line, let folder):
      String(
        localized: """
          \(host) can't get the programs in \(folder) (\(localizing: line)); see what is there: \
          headway doctor --host \(host)
          """)
    }
  }
}
