import Foundation

/// A folder that is gone afterwards; stands for the root of a system, too.
struct TemporaryFiles {
  let root: String

  static func use(_ body: (TemporaryFiles) throws -> Void) throws {
    let root = NSTemporaryDirectory() + "background-tasks-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try body(TemporaryFiles(root: root))
  }

  func write(_ text: String, to path: String) throws {
    let folder = ((root + path) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: root + path, atomically: true, encoding: .utf8)
  }
}
