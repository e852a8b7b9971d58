import Foundation
import HeadwayCore
import HeadwaySystem
import HeadwayWire
import Logging

/// Reads what workers left in the spool: one file per task, two lines of the protocol.
struct SpoolReader {
  private let directory: String
  private let logger: Logger
  private let codec = WireCodec()

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

  /// Nil when there is no end of `key`, or none that can be read: such a file is set aside.
  func read(_ key: TaskKey) -> SpooledEnd? {
    do {
      guard let bytes = try DurableFile.read(path(of: key), byteLimit: Self.byteLimit) else {
        return nil
      }
      return try SpooledEnd(lines: bytes, of: key, codec: codec)
    } catch {
      logger.error("the spooled end \(key) can't be read (\(error)); set aside")
      try? FileManager.default.moveItem(atPath: path(of: key), toPath: path(of: key) + ".bad")
      return nil
    }
  }

  func remove(_ key: TaskKey) {
    try? FileManager.default.removeItem(atPath: path(of: key))
  }

  private func path(of key: TaskKey) -> String { "\(directory)/\(key)" }
}
