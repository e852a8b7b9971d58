internal import Glibc
internal import TestProcesses

/// The running hub of a workspace.
package struct HubProcess: Sendable {
  package let pid: Int32

  package init(pid: Int32) { self.pid = pid }

  /// Asks `headway hub status`.
  ///
  /// - Throws: ``HarnessError`` if no hub answers.
  package init(
    _ workspace: Workspace
  ) async throws {
    let outcome = try await workspace.run("exec headway hub status")
    guard outcome.code == 0, let pid = Self.pid(in: outcome.text) else {
      throw HarnessError("hub status: \(outcome.text)\(outcome.errorText)")
    }
    self.pid = pid
  }

  /// Starts a hub as a person does.
  @discardableResult
  package static func start(
    _ workspace: Workspace
  ) async throws -> HubProcess {
    let outcome = try await workspace.run("exec headway hub start")
    guard outcome.code == 0 else { throw HarnessError("hub start: \(outcome.errorText)") }
    return try await HubProcess(workspace)
  }

  /// The hubs that run in the workspace, answering or not.
  package static func all(_ workspace: Workspace) -> [Int32] { workspace.processes("headwayd") }

  package var isAlive: Bool { ProcessTable.isAlive(pid) }

  package func send(_ signal: Int32) { kill(pid, signal) }

  /// Kills the hub with SIGKILL, and waits until it is gone.
  package func kill9() async throws {
    send(SIGKILL)
    try await eventually("the end of hub \(pid)") { !isAlive }
  }

  private static func pid(in text: String) -> Int32? {
    text.firstMatch(of: /pid (\d+)/).flatMap { Int32($0.1) }
  }
}
