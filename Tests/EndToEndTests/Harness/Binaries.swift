import Foundation

/// The programs under test.
enum Binaries {
  /// The folder that holds `headway` and `headwayd`: `HEADWAY_BIN`, else the static release build
  /// below the package, else the debug build.
  static func folder() throws -> String {
    let candidates = given.map { [$0] } ?? builds
    if let folder = candidates.first(where: holdsBoth) { return folder }
    throw HarnessError(
      """
      no headway and headwayd in \(candidates.joined(separator: " or ")); \
      build them, or set HEADWAY_BIN to their folder
      """)
  }

  private static var given: String? {
    ProcessInfo.processInfo.environment["HEADWAY_BIN"].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var builds: [String] {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return ["static/release", "debug"].map { package.appending(path: ".build/\($0)").path }
  }

  private static func holdsBoth(_ folder: String) -> Bool {
    ["headway", "headwayd"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
    }
  }
}
