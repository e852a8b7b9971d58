import Testing
import TestHarness

extension Workspace {
  /// Runs a scenario, and cleans up after it whatever happens. `config` is the config file; with
  /// `ownsBinaries` the programs are copies, to be hidden from those who look for them.
  static func use(
    config: String? = nil, environment: [String: String] = [:], ownsBinaries: Bool = false,
    _ body: (Workspace) async throws -> Void
  ) async throws {
    let workspace = try Workspace(
      binaries: try Binaries.folder(), extra: environment, ownsBinaries: ownsBinaries)
    defer {
      let left = workspace.remove()
      #expect(left.isEmpty, "processes that nothing ends are left of \(workspace.folder)")
    }
    if let config { try workspace.write(config, to: "home/.config/headway/config.toml") }
    try await body(workspace)
  }
}
