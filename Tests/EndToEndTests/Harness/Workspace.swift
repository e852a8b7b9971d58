import Foundation
import Glibc
import Testing
import TestProcesses

/// A user of one scenario: a home, a record, a socket and a hub of its own.
///
/// All that is started carries a mark in its environment; at the end whatever carries it is killed,
/// and the folder removed.
final class Workspace: Sendable {
  let folder: String
  let binaries: String
  private let mark: String
  private let extra: [String: String]

  private init(_ extra: [String: String], ownsBinaries: Bool) throws {
    let id = UUID().uuidString.prefix(8).lowercased()
    folder = "/tmp/hw-e2e-\(id)"
    mark = "HEADWAY_E2E=\(id)"
    let built = try Binaries.folder()
    binaries = ownsBinaries ? "\(folder)/bin" : built
    self.extra = extra
    for name in ["", "home", "state", "run", "tmux", "work", "scratch", "home/.config/headway"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    if ownsBinaries { try Self.copy(from: built, to: binaries) }
  }

  /// Runs a scenario, and cleans up after it whatever happens. `config` is the config file; with
  /// `ownsBinaries` the programs are copies, to be hidden from those who look for them.
  static func use(
    config: String? = nil, environment: [String: String] = [:], ownsBinaries: Bool = false,
    isolation: isolated (any Actor)? = #isolation, _ body: (Workspace) async throws -> Void
  ) async throws {
    let workspace = try Workspace(environment, ownsBinaries: ownsBinaries)
    do {
      if let config { try workspace.write(config, to: "home/.config/headway/config.toml") }
      try await body(workspace)
      await workspace.remove()
    } catch {
      await workspace.remove()
      throw error
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

  var environment: [String: String] {
    let inherited = ProcessInfo.processInfo.environment
    let mark = mark.split(separator: "=").map(String.init)
    let own = [
      mark[0]: mark[1], "HOME": "\(folder)/home", "XDG_STATE_HOME": "\(folder)/state",
      "HEADWAY_SOCKET": socket, "TMUX_TMPDIR": "\(folder)/tmux", "LC_ALL": "C.UTF-8",
      "PATH": "\(binaries):" + (inherited["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"),
      "TERM": "xterm-256color", "SHELL": "/bin/bash", "SWIFT_BACKTRACE": "enable=no",
    ]
    return own.merging(extra) { $1 }.filter { !$0.value.isEmpty }
  }

  var socket: String { "\(folder)/run/hub.sock" }
  var attachments: String { "\(folder)/run/attach" }
  var work: String { "\(folder)/work" }
  var spool: String { "\(folder)/state/headway/spool" }
  var hubLog: String { "\(folder)/state/headway/hub.log" }
  var logs: String { "\(folder)/state/headway/logs" }

  func write(_ text: String, to path: String) throws {
    try text.write(toFile: "\(folder)/\(path)", atomically: true, encoding: .utf8)
  }

  /// The text of a file below `work`; empty where there is none.
  func read(_ name: String) -> String {
    String(
      decoding: FileManager.default.contents(atPath: "\(work)/\(name)") ?? Data(), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { access("\(work)/\(name)", F_OK) == 0 }

  /// Starts a script of bash(1) in `work`.
  func start(_ script: String, environment: [String: String] = [:]) throws -> Program {
    try Program(
      ["/bin/bash", "--norc", "-c", script],
      environment: self.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty },
      directory: work, scratch: "\(folder)/scratch/\(UUID().uuidString)")
  }

  /// Runs a script of bash(1) to its end.
  @discardableResult
  func run(
    _ script: String, environment: [String: String] = [:], within limit: Duration = .seconds(20)
  ) async throws -> Outcome {
    try await start(script, environment: environment).outcome(within: limit)
  }

  /// What `headway list --json` says.
  func list(all: Bool = false) async throws -> [ListedTask] {
    let outcome = try await run("exec headway list --json" + (all ? " --all" : ""))
    guard outcome.code == 0 else { throw HarnessError("list: \(outcome.errorText)") }
    return try JSONDecoder().decode([ListedTask].self, from: outcome.output)
  }

  /// The task with this title, once `condition` holds for it.
  @discardableResult
  func task(
    _ title: String, all: Bool = false, within limit: Duration = .seconds(15),
    at place: SourceLocation? = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    where condition: (ListedTask) -> Bool = { _ in true }
  ) async throws -> ListedTask {
    var last: ListedTask?
    do {
      return try await eventually("task \(title)", within: limit, at: place) {
        last = try await list(all: all).first { $0.title == title }
        return last.flatMap { condition($0) ? $0 : nil }
      }
    } catch let error as HarnessError {
      throw HarnessError("\(error); it is \(last.map { "\($0)" } ?? "not listed")")
    }
  }

  /// Processes of this scenario, by how their command line starts.
  func processes(_ command: String = "") -> [pid_t] {
    ProcessTable.pids(withEnvironment: mark).filter {
      ProcessTable.isAlive($0)
        && ProcessTable.arguments($0).joined(separator: " ").hasPrefix(command)
    }
  }

  /// A pass over the machine's processes can miss one that was born while it went on, as a hub
  /// that a client started when its own was killed: done is what two passes in a row found done.
  private func remove() async {
    let deadline = ContinuousClock.now + .seconds(30)
    var left = processes()
    var emptyPasses = 0
    while emptyPasses < 2, ContinuousClock.now < deadline {
      for pid in left {
        kill(pid, SIGKILL)
        waitpid(pid, nil, WNOHANG)
      }
      try? await Task.sleep(for: .milliseconds(5))
      left = processes()
      emptyPasses = left.isEmpty ? emptyPasses + 1 : 0
    }
    #expect(left.isEmpty, "processes that nothing ends are left of \(folder)")
    try? FileManager.default.removeItem(atPath: folder)
  }
}
