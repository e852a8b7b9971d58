import Foundation
import TestHarness

// Programs in Python that import `headway` from `demo/python`.
extension Workspace {
  /// What programs and scenarios tell each other: files in `work`.
  private static let prelude = """
    import os, signal, sys, threading, time
    import headway
    from headway import tqdm, trange

    def say(name, text=""):
        with open(name + ".new", "w") as file:
            file.write(text)
        os.rename(name + ".new", name)

    def until(name):
        while not os.path.exists(name):
            time.sleep(0.005)

    def eventually(condition):
        while not condition():
            time.sleep(0.005)


    """

  static var pythonFolder: String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "demo/python").path
  }

  /// Starts it in `work`; `runner` goes before `python3`.
  func startPython(
    _ program: String, under runner: String = "", environment: [String: String] = [:]
  ) throws -> Program {
    let name = "\(UUID().uuidString).py"
    try write(Self.prelude + program, to: "scratch/\(name)")
    return try start(
      "exec \(runner) python3 ../scratch/\(name)",
      environment: [
        "PYTHONPATH": Self.pythonFolder, "PYTHONDONTWRITEBYTECODE": "1",
      ].merging(environment) { $1 })
  }

  /// Runs it to its end.
  @discardableResult
  func runPython(
    _ program: String, under runner: String = "", environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await startPython(program, under: runner, environment: environment).outcome()
  }
}
