import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Logging

/// Reads the ends that workers left in the spool: one file per task, with two lines of the
/// protocol.
struct SpoolReader {
  private let directory: String
  private let logger: Logger

  /// The size of the largest file that is read: two lines of the greatest length.
  private static let byteLimit = 2 * LineFramer.byteLimit

  init(directory: String, logger: Logger) {
    self.directory = directory
    self.logger = logger
  }

  /// Returns the tasks that have an end in the spool.
  func keys() -> [TaskKey] {
    directoryEntries(directory).compactMap { TaskKey($0) }
  }

  /// Removes the unfinished files (`KEY.new`) of writers that were killed.
  ///
  /// A file stays if another user owns it, if it isn't a regular file, or if it is so new that a
  /// writer may still be at work.
  func removeLeftovers(at now: WallTime) {
    for name in directoryEntries(directory)
    where name.hasSuffix(".new") && TaskKey(name.dropLast(4)) != nil {
      let path = "\(directory)/\(name)"
      guard let file = RegularFile(of: path), file.owner == geteuid() else { continue }
      let age = .milliseconds(now.millisecondsSinceEpoch) - file.writtenAt
      if age > Self.longestWrite { unlink(path) }
    }
  }

  /// The age from which no writer is at work any more. A spooled end is only two lines.
  private static let longestWrite: Duration = .seconds(600)

  /// Reads the end of `key`; nil if there is none. A file that can't be read is renamed to
  /// `KEY.bad`, and so is anything that isn't a file.
  func read(_ key: TaskKey) -> SpooledEnd? {
    do {
      guard let bytes = try DurableFile.read(path(of: key), byteLimit: Self.byteLimit) else {
        return nil
      }
      return try SpooledEnd(lines: bytes, of: key)
    } catch {
      logger.error("the spooled end \(key) can't be read (\(error)); set aside")
      rename(path(of: key), path(of: key) + ".bad")
      return nil
    }
  }

  func remove(_ key: TaskKey) {
    unlink(path(of: key))
  }

  private func path(of key: TaskKey) -> String { "\(directory)/\(key)" }
}
