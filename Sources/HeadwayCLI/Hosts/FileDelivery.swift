import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// The files that `headway submit --host NAME --send FILE` copies before it submits.
///
/// ```swift
/// let delivery = FileDelivery(["submit", "--send", "a.csv", "--", "wc", "a.csv"])
/// delivery.files   // ["a.csv"]
/// delivery.words   // ["submit", "--", "wc", "a.csv"]
/// ```
struct FileDelivery {
  /// The option.
  static let option = "--send"

  private(set) var files: [String] = []
  /// The value of `--directory`; nil for the home there.
  private(set) var directory: String?
  /// The command line without the files.
  private(set) var words: [String] = []

  /// Reads a command line of `submit`, up to the words of the other program.
  init(_ words: [String]) {
    let valued = HostRoute.optionsWithValue(of: "submit")
    var option: String?
    var isCommand = false
    for (place, word) in words.enumerated() {
      if let name = option {
        option = nil
        note(name, word)
        if name != Self.option { self.words.append(word) }
      } else if isCommand || place == 0 {
        self.words.append(word)
      } else if word == "--" || !word.hasPrefix("-") || word.count == 1 {
        isCommand = true
        self.words.append(word)
      } else if valued.contains(word) {
        option = word
        if word != Self.option { self.words.append(word) }
      } else {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { note(String(parts[0]), String(parts[1])) }
        if parts.count != 2 || parts[0] != Self.option { self.words.append(word) }
      }
    }
  }

  private mutating func note(_ option: String, _ value: String) {
    switch option {
    case Self.option: files.append(value)
    case "--directory": directory = value
    default: break
    }
  }

  /// Copies the files to a machine, with rsync, or with scp if one of the two machines has no rsync.
  ///
  /// - Throws: a failure with one line. Then nothing may be submitted.
  func copy(to host: Host) throws(CommandFailure) {
    for file in files {
      guard access(file, F_OK) == 0 else {
        throw CommandFailure(
          """
          --send \(SanitisedText(file, limit: .line)): \(SystemError("open").errno); nothing was \
          submitted
          """, status: .unknownInput)
      }
    }
    let paths = try Hub.paths()
    guard let program = ProgramPath.find("ssh") else {
      throw CommandFailure(LinkError.host(HostTrouble(host, .noSSH)))
    }
    let ssh = SSHCommand(host: host, controlPath: HostBridge.controlPath(host, paths))
    let command = CopyCommand(files.map(Self.named), to: directory, over: ssh, program: program)
    let showsProgress = isatty(STDERR_FILENO) == 1
    if let rsync = ProgramPath.find("rsync") {
      let words = command.rsync(showsProgress: showsProgress)
      let outcome = try Self.run(rsync, words, host, showsProgress, isRsync: true)
      if outcome != .noRsync { return try Self.check(outcome, host) }
    }
    guard let scp = ProgramPath.find("scp") else {
      throw CommandFailure(
        "--send needs rsync or scp, here and on \(host.name); install rsync; nothing was submitted",
        status: .failure)
    }
    try Self.check(
      try Self.run(scp, command.scp, host, showsProgress, isRsync: false), host)
  }

  /// The path, or the real one of a folder such as `.`, which has no name to arrive under.
  private static func named(_ path: String) -> String {
    let parts = path.split(separator: "/")
    guard let last = parts.last, last == "." || last == "..", let real = realpath(path, nil) else {
      return path
    }
    defer { free(real) }
    return String(cString: real)
  }

  private static func run(
    _ program: String, _ words: [String], _ host: Host, _ showsProgress: Bool, isRsync: Bool
  ) throws(CommandFailure) -> CopyOutcome {
    do throws(SystemError) {
      let run = try AttendedRun(program, words, showsOutput: showsProgress && isRsync)
      return CopyOutcome(status: run.status, output: run.errors, host: host, isRsync: isRsync)
    } catch {
      throw CommandFailure("\(error); nothing was submitted", status: .failure)
    }
  }

  private static func check(_ outcome: CopyOutcome, _ host: Host) throws(CommandFailure) {
    switch outcome {
    case .done: return
    case .unreachable(let trouble):
      throw CommandFailure("\(trouble); nothing was submitted", status: .noHub)
    case .failed(let line):
      throw CommandFailure(
        "the copy to \(host.name) failed (\(line)); nothing was submitted", status: .failure)
    case .noRsync:
      throw CommandFailure(
        "\(host.name) has no rsync; install it there; nothing was submitted", status: .failure)
    }
  }
}
