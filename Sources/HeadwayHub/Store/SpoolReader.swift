import Foundation
import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Logging

/// Reads what workers left in the spool: one file per task, two lines of the protocol.
struct SpoolReader {
  private let directory: String
  private let logger: Logger

  /// Two lines, as long as lines may be.
  private static let byteLimit = 2 * LineFramer.byteLimit

  init(directory: String, logger: Logger) {
    self.directory = directory
    self.logger = logger
  }

  /// The tasks that have an end here.
  func keys() -> [TaskKey] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.compactMap { TaskKey($0) }
  }

  /// Removes what writers left behind that were killed while they wrote: `KEY.new`. A file of
  /// another user, anything but a regular file, and a file so new that somebody may still be
  /// writing it stay.
  func removeLeftovers(at now: WallTime) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasSuffix(".new") && TaskKey(name.dropLast(4)) != nil {
      let path = "\(directory)/\(name)"
      guard let file = RegularFile(of: path), file.owner == geteuid() else { continue }
      let age = .milliseconds(now.millisecondsSinceEpoch) - file.writtenAt
      if age > Self.longestWrite { unlink(path) }
    }
  }

  /// No writer takes longer: a spooled end is two lines.
  private static let longestWrite: Duration = .seconds(600)

  /// Reads the end of `key`; nil if there is none. A file that can't be read, and anything that
  /// isn't a file, is set aside.
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
    try? FileManager.default.removeItem(atPath: path(of: key))
  }

  private func path(of key: TaskKey) -> String { "\(directory)/\(key)" }
}
