import Foundation

/// What the kernel says in files, below a root.
struct SystemFiles: Sendable {
  var root = "/"

  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  /// The file's text without the space around it; nil where it can't be read.
  func line(_ path: String) -> String? {
    (try? String(contentsOfFile: root + path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }
}
