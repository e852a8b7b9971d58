import Glibc
import Testing
import TestProcesses

/// The running hub of a workspace.
struct HubProcess {
  let pid: pid_t
  private let workspace: Workspace

  /// Asks `headway hub status`; throws where none runs.
  init(_ workspace: Workspace) async throws {
    let outcome = try await workspace.run("exec headway hub status")
    guard outcome.code == 0, let pid = Self.pid(in: outcome.text) else {
      throw HarnessError("hub status: \(outcome.text)\(outcome.errorText)")
    }
    self.pid = pid
    self.workspace = workspace
  }

  /// Starts one.
  @discardableResult
  static func start(_ workspace: Workspace) async throws -> HubProcess {
    try await workspace.run("exec headway hub start")
    return try await HubProcess(workspace)
  }

  /// All that run, answering or not.
  static func all(_ workspace: Workspace) -> [pid_t] { workspace.processes("headwayd") }

  var isAlive: Bool { ProcessTable.isAlive(pid) }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// kill -9, and until it is gone.
  func kill9() async throws {
    send(SIGKILL)
    try await eventually("the end of hub \(pid)") { !isAlive }
  }

  private static func pid(in text: String) -> pid_t? {
    text.firstMatch(of: /pid (\d+)/).flatMap { pid_t($0.1) }
  }
}
