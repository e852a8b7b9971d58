import Foundation

/// Messages to the developer that no return value or error of Apple's interface can carry.
enum StandardError {
  /// Prints a line on standard error; a failed write is ignored.
  static func say(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("BackgroundTasks: \(line)\n".utf8))
  }
}
