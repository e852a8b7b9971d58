import CHeadwaySystem
internal import Glibc
internal import HeadwayModel
internal import SystemPackage

/// The result of a program that was run to its end without input. Standard output and standard
/// error are collected together.
///
/// ```swift
/// let version = ProgramRun.of(["tmux", "-V"], within: .seconds(1))?.line
/// ```
package struct ProgramRun: Hashable, Sendable {
  /// The exit code, or 128 + signal for a killed program, as in a shell.
  package let status: Int32
  package let output: String

  package var succeeded: Bool { status == 0 }

  /// The first line of the output; empty if there is none.
  package var line: String {
    output.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// The largest output in bytes.
  private static let byteLimit = 1 << 16

  /// Runs a program and waits for it. Nil if it can't be started, or isn't finished within `limit`;
  /// then it is killed.
  ///
  /// - Parameter words: the program, which ``ProgramPath`` finds, and its arguments.
  /// - Parameter kept: a descriptor that the program gets under the number 3.
  package static func of(
    _ words: [String], within limit: Duration = .seconds(10), keeping kept: OwnedDescriptor? = nil
  ) -> ProgramRun? {
    guard let child = try? start(words, kept) else { return nil }
    let deadline = SystemClocks.awake + limit
    let bytes = child.output.readToEnd(byteLimit: byteLimit, until: deadline)
    if bytes == nil || !ProcessExit.wait(for: child.pid, within: deadline - SystemClocks.awake) {
      kill(child.pid, SIGKILL)
    }
    var status: CInt = 0
    while waitpid(child.pid, &status, 0) < 0, errno == EINTR {}
    guard let bytes else { return nil }
    let signal = status & 0x7F
    return ProgramRun(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: String(decoding: bytes, as: UTF8.self))
  }

  /// Starts a program in its own session and doesn't wait for it. Its output and its status are
  /// discarded, and the end of this process doesn't affect it.
  package static func detach(_ words: [String]) { detach(words, keeping: nil) }

  /// Starts a program like ``detach(_:)``, with the descriptor `kept` under the number 3.
  ///
  /// - Parameter input: the program's standard input; only together with `kept`.
  package static func detach(
    _ words: [String], keeping kept: OwnedDescriptor?, input: OwnedDescriptor? = nil
  ) {
    guard let program = words.first.flatMap({ ProgramPath.find($0) }) else { return }
    let script = input == nil ? "\"$@\" &" : "\"$@\" <&4 4<&- &"
    let words = ["sh", "-c", script, "sh", program] + words.dropFirst()
    var request = SpawnRequest(
      path: "/bin/sh", arguments: words.map { RawText($0) }, environment: ProgramPath.environment)
    request.defaultSignals = .all
    request.startsSession = true
    // A hang-up that was sent to this group just before the new session began stays blocked there.
    request.signalMask = SignalSet([SIGHUP])
    request.streams = .null
    if let kept { request.duplicates = [(kept.raw, 3)] }
    if let input { request.duplicates.append((input.raw, 4)) }
    guard let shell = try? request.spawn() else { return }
    var status: CInt = 0
    while waitpid(shell, &status, 0) < 0, errno == EINTR {}
  }

  private static func start(
    _ words: [String], _ kept: OwnedDescriptor?
  ) throws(SystemError) -> (pid: CInt, output: OwnedDescriptor) {
    guard let program = words.first.flatMap({ ProgramPath.find($0) }) else {
      throw SystemError("find \(words.first ?? "")", .noSuchFileOrDirectory)
    }
    let pipe = try DescriptorPair.pipe()
    let null = try OwnedDescriptor(opening: "open", open("/dev/null", O_RDONLY | O_CLOEXEC))
    var request = SpawnRequest(
      path: RawText(program), arguments: words.map { RawText($0) },
      environment: ProgramPath.environment)
    request.defaultSignals = .all
    request.duplicates = [(null.raw, 0), (pipe.second.raw, 1), (pipe.second.raw, 2)]
    if let kept { request.duplicates.append((kept.raw, 3)) }
    return (try request.spawn(), pipe.first)
  }
}

/// The search in PATH for programs that Headway itself runs: `tmux`, `headwayd`, `busctl`.
///
/// Only entries that begin with `/` count. An empty entry, or one such as `.`, names the current
/// directory, where another user may have put a file of that name. Commands that a person gives to
/// `headway run` are searched as a shell does.
package enum ProgramPath {
  private static let standard = "/usr/local/bin:/usr/bin:/bin"

  /// Returns the path of the program `name`; nil if no entry contains it. A name with a slash is
  /// returned unchanged.
  package static func find(
    _ name: String, in path: String? = ProcessEnvironment.variable("PATH")
  ) -> String? {
    guard !name.contains("/") else { return name }
    return entries(of: path).lazy.map { "\($0)/\(name)" }.first {
      RawText($0).isExecutable && !FileIdentity.isDirectory($0)
    }
  }

  /// Returns the entries of PATH that begin with `/`, as the PATH for the found program and its
  /// children.
  package static func absolute(
    _ path: String? = ProcessEnvironment.variable("PATH")
  ) -> String {
    entries(of: path).joined(separator: ":")
  }

  private static func entries(of path: String?) -> [Substring] {
    (path ?? standard).split(separator: ":").filter { $0.hasPrefix("/") }
  }

  /// The environment of this process with such a PATH.
  static var environment: [RawText] {
    OwnProcess.environment.filter { !$0.bytes.starts(with: "PATH=".utf8) }
      + [RawText("PATH=\(absolute())")]
  }
}

/// Waits for processes that aren't children (pidfd_open(2)).
package enum ProcessExit {
  /// Blocks until `process` has exited or `limit` has passed. Returns whether it has exited.
  @discardableResult
  package static func wait(for process: Int32, within limit: Duration) -> Bool {
    let descriptor = headway_pidfd_open(process)
    guard descriptor >= 0 else { return true }
    let exit = OwnedDescriptor(descriptor)
    var poller = Poller()
    poller.watch(exit.raw, .readable)
    let deadline = SystemClocks.awake + limit
    repeat {
      poller.wait(until: deadline)
    } while !poller.readiness(of: exit.raw).isAny && SystemClocks.awake < deadline
    return poller.readiness(of: exit.raw).isAny
  }
}
