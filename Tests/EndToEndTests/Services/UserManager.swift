import Foundation
import TestHarness

/// A real `systemd --user` for a scenario: Tests/Helpers/UserManager/run.
enum UserManager {
  /// Where it can't be made, the scenarios that need it are skipped.
  static let isPossible: Bool = {
    let check = Process()
    check.executableURL = URL(filePath: program)
    check.arguments = ["--check"]
    guard (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }()

  private static let program = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Helpers/UserManager/run").standardized.path

  /// Runs a script of bash(1) as the first process of a session whose services the manager runs. Its
  /// lines, without those that `headway hub status` has of its own paths.
  static func run(_ script: String, in workspace: Workspace) async throws -> Outcome {
    try workspace.write(script, to: "scratch/session")
    return try await workspace.run(
      "exec \(program) bash --norc \(workspace.folder)/scratch/session", within: .seconds(60))
  }
}
