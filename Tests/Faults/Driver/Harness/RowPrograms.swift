import FoundationEssentials
import Glibc
import HeadwaySystem
import TestHarness
import TestProcesses

extension Program {
  /// Starts a program of this row. `environment` goes over this process's; an empty value removes a
  /// variable.
  convenience init(
    _ words: [String], environment: [String: String] = [:], streams: Streams = .files()
  ) throws {
    let all = ProcessEnvironment.variables.merging(environment) { $1 }
    try self.init(
      words, environment: all.filter { !$0.value.isEmpty }, directory: ".",
      scratch: "\(FaultScene.folder)/scratch/\(UUID().uuidString)", streams: streams)
  }

  /// Starts a script of bash(1).
  static func script(
    _ text: String, environment: [String: String] = [:], streams: Streams = .files()
  ) throws -> Program {
    try Program(["bash", "--norc", "-c", text], environment: environment, streams: streams)
  }
}

extension FaultScene {
  /// Runs a script of bash(1) to its end.
  @discardableResult
  func run(
    _ script: String, environment: [String: String] = [:], within limit: Duration = .seconds(20)
  ) async throws -> Outcome {
    try await Program.script(script, environment: environment).outcome(within: limit)
  }

  /// The tasks that `headway list --json` lists.
  func list(all: Bool = false, within limit: Duration = .seconds(20)) async throws -> [ListedTask] {
    try await workspace.list(all: all, within: limit)
  }

  /// The oldest task with this title, once `condition` holds for it.
  @discardableResult
  func task(
    _ title: String, within limit: Duration = .seconds(15), file: StaticString = #fileID,
    line: UInt = #line, where condition: (ListedTask) -> Bool = { _ in true }
  ) async throws -> ListedTask {
    try await workspace.task(title, within: limit, file: file, line: line, where: condition)
  }
}

extension Workspace {
  /// A new workspace for a row. The programs under test are those beside this one.
  static func forRow() throws -> Workspace {
    let folder = "/tmp/hwf-\(UUID().uuidString.prefix(8).lowercased())"
    let workspace = ofRow(at: folder)
    try workspace.makeFolders()
    try FileManager.default.createDirectory(
      atPath: "\(folder)/config", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    return workspace
  }

  /// The workspace at `folder`, which the process of a row was started in.
  static func ofRow(at folder: String) -> Workspace {
    let own = ProcessEnvironment.executablePath ?? "/"
    return Workspace(
      at: folder, binaries: String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]),
      extra: [
        RowRunner.folderVariable: folder, "XDG_CONFIG_HOME": "\(folder)/config",
        "XDG_RUNTIME_DIR": "\(folder)/run",
      ])
  }

  /// The file in which the process of a row leaves what it found.
  var result: String { "\(folder)/scratch/result.json" }

  /// Removes what rows mounted in the folder, what they made beside it, and the workspace.
  func removeRow() {
    endProcesses()
    while umount2("\(folder)/state", CInt(MNT_DETACH)) == 0 {}
    remove()
    try? FileManager.default.removeItem(atPath: "\(folder)-other")
  }
}
