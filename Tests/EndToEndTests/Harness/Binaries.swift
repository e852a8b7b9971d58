import Foundation
import TestHarness

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

  /// A program of Tests/Helpers, built with the tests.
  static func helper(_ name: String) -> String {
    package.appending(path: ".build/debug/\(name)").path
  }

  private static var builds: [String] {
    ["static/release", "debug"].map { package.appending(path: ".build/\($0)").path }
  }

  private static var package: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
  }

  private static func holdsBoth(_ folder: String) -> Bool {
    ["headway", "headwayd"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
    }
  }
}
