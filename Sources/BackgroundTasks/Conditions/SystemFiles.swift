import Foundation

/// Read access to the kernel's files below a root directory.
///
/// The scheduler reads below `/`; a test passes a directory with files of its own.
struct SystemFiles: Sendable {
  /// The directory that all paths are relative to, with a slash at the end.
  var root = "/"

  /// The names of the entries of `folder`; empty if the folder can't be read.
  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
  }

  /// The text of a file without surrounding white space; nil if the file can't be read.
  func line(_ path: String) -> String? {
    (try? String(contentsOfFile: root + path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }
}
