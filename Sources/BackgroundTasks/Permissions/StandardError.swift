import Foundation

/// For what the caller's code can't be told otherwise.
enum StandardError {
  static func say(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("BackgroundTasks: \(line)\n".utf8))
  }
}
