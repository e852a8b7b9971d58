package import Foundation
internal import Glibc
package import TestProcesses

/// A user of one scenario: a home, a record, a socket and a hub of its own.
///
/// Every process of the scenario has the folder's path in its environment. At the end whatever has
/// the path is killed, and the folder is removed.
package final class Workspace: Sendable {
  package let folder: String
  /// The folder of the programs under test.
  package let binaries: String
  private let extra: [String: String]

  /// The variable that marks the processes of a scenario. Its value is the folder.
  package static let variable = "HEADWAY_TEST_FOLDER"

  /// A workspace in a folder of its own, below `/tmp` so that the path of its socket is short.
  ///
  /// - Parameters:
  ///   - extra: variables over those of ``environment``. An empty value removes a variable.
  ///   - ownsBinaries: whether the workspace has copies of the programs, which a scenario may
  ///     remove.
  package convenience init(
    binaries: String, extra: [String: String] = [:], ownsBinaries: Bool = false
  ) throws {
    let folder = "/tmp/hw-\(UUID().uuidString.prefix(8).lowercased())"
    self.init(
      at: folder, binaries: ownsBinaries ? "\(folder)/bin" : binaries, extra: extra)
    try makeFolders()
    if ownsBinaries { try Self.copy(from: binaries, to: self.binaries) }
  }

  /// The workspace at `folder`. ``makeFolders()`` makes the folder, unless somebody else has.
  package init(at folder: String, binaries: String, extra: [String: String] = [:]) {
    (self.folder, self.binaries, self.extra) = (folder, binaries, extra)
  }

  /// Makes the folder and those in it, for this user only.
  package func makeFolders() throws {
    for name in ["", "home", "state", "run", "tmux", "work", "scratch", "home/.config/headway"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
  }

  /// By links, where the file system allows: a copy may still be open for writing in a process that
  /// another scenario is just starting, and is not to be executed then (ETXTBSY of execve(2)).
  private static func copy(from source: String, to target: String) throws {
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    for (source, target) in ["headway", "headwayd"].map({ ("\(source)/\($0)", "\(target)/\($0)") })
    where link(source, target) != 0 {
      try FileManager.default.copyItem(atPath: source, toPath: target)
    }
  }

  /// The environment of every process of the scenario.
  package var environment: [String: String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    let own = [
      Self.variable: folder, "HOME": "\(folder)/home", "XDG_STATE_HOME": "\(folder)/state",
      "HEADWAY_SOCKET": socket, "TMUX_TMPDIR": "\(folder)/tmux", "LC_ALL": "C.UTF-8",
      "PATH": "\(binaries):\(path)", "TERM": "xterm-256color", "SHELL": "/bin/bash",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    return own.merging(extra) { $1 }.filter { !$0.value.isEmpty }
  }

  package var socket: String { "\(folder)/run/hub.sock" }
  package var attachments: String { "\(folder)/run/attach" }
  package var work: String { "\(folder)/work" }
  package var spool: String { "\(folder)/state/headway/spool" }
  package var hubLog: String { "\(folder)/state/headway/hub.log" }
  package var logs: String { "\(folder)/state/headway/logs" }

  /// Writes a file, which is complete or absent at all times.
  ///
  /// Foundation's `write(toFile:)` lets processes that other scenarios start inherit the open file.
  /// A script that such a process still has open can't be executed (ETXTBSY of execve(2)).
  ///
  /// - Parameter path: a path below the folder.
  package func write(_ text: String, to path: String) throws {
    let target = "\(folder)/\(path)"
    let temporary = "\(target).\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
    guard rename(temporary, target) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  /// The text of a file below `work`; empty where there is none.
  package func read(_ name: String) -> String {
    String(
      decoding: FileManager.default.contents(atPath: "\(work)/\(name)") ?? Data(), as: UTF8.self)
  }

  package func exists(_ name: String) -> Bool { access("\(work)/\(name)", F_OK) == 0 }

  /// Starts a program in `work`. `environment` goes over ``environment``; an empty value removes a
  /// variable.
  package func start(
    words: [String], environment: [String: String] = [:], streams: Program.Streams = .files()
  ) throws -> Program {
    try Program(
      words, environment: self.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty },
      directory: work, scratch: "\(folder)/scratch/\(UUID().uuidString)", streams: streams)
  }

  /// Starts a script of bash(1) in `work`.
  package func start(
    _ script: String, environment: [String: String] = [:], streams: Program.Streams = .files()
  ) throws -> Program {
    try start(
      words: ["/bin/bash", "--norc", "-c", script], environment: environment, streams: streams)
  }

  /// Runs a script of bash(1) to its end.
  @discardableResult
  package func run(
    _ script: String, environment: [String: String] = [:], within limit: Duration = .seconds(60),
    file: StaticString = #fileID, line: UInt = #line
  ) async throws -> Outcome {
    try await start(script, environment: environment).outcome(
      within: limit, file: file, line: line)
  }

  /// The tasks that `headway list --json` lists.
  package func list(
    all: Bool = false, within limit: Duration = .seconds(60)
  ) async throws -> [ListedTask] {
    let outcome = try await run(
      "exec headway list --json" + (all ? " --all" : ""), within: limit)
    guard outcome.code == 0 else { throw HarnessError("list: \(outcome.errorText)") }
    return try JSONDecoder().decode([ListedTask].self, from: outcome.output)
  }

  /// The oldest task with this title, once `condition` holds for it.
  @discardableResult
  package func task(
    _ title: String, all: Bool = false, within limit: Duration = .seconds(45),
    file: StaticString = #fileID, line: UInt = #line,
    where condition: (ListedTask) -> Bool = { _ in true }
  ) async throws -> ListedTask {
    var last: ListedTask?
    do {
      return try await eventually("task \(title)", within: limit, file: file, line: line) {
        last = try await list(all: all).first { $0.title == title }
        return last.flatMap { condition($0) ? $0 : nil }
      }
    } catch let error as HarnessError {
      throw HarnessError("\(error); it is \(last.map { "\($0)" } ?? "not listed")")
    }
  }

  /// The living processes of the scenario whose command lines start with `command`.
  package func processes(_ command: String = "") -> [pid_t] {
    ProcessTable.pids(withEnvironment: "\(Self.variable)=\(folder)").filter {
      ProcessTable.isAlive($0)
        && ProcessTable.arguments($0).joined(separator: " ").hasPrefix(command)
    }
  }

  /// Kills every process of the scenario, and returns those that live on.
  ///
  /// A pass over the machine's processes can miss one that was born while it went on, as a hub
  /// that a client started when its own was killed: done is what two passes in a row found done.
  @discardableResult
  package func endProcesses() -> [pid_t] {
    let deadline = ContinuousClock.now + .seconds(30)
    var left = processes()
    var emptyPasses = 0
    while emptyPasses < 2, ContinuousClock.now < deadline {
      for pid in left {
        kill(pid, SIGKILL)
        waitpid(pid, nil, WNOHANG)
      }
      usleep(5000)
      left = processes()
      emptyPasses = left.isEmpty ? emptyPasses + 1 : 0
    }
    return left
  }

  /// Ends every process of the scenario and removes the folder. Returns the processes that live on.
  @discardableResult
  package func remove() -> [pid_t] {
    let left = endProcesses()
    try? FileManager.default.removeItem(atPath: folder)
    return left
  }
}
