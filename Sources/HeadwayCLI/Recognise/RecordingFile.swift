import HeadwayCore
import SystemPackage

/// The bytes of a recording.
enum RecordingFile {
  /// More is no recording that a person made.
  private static let byteLimit = 256 << 20

  static func read(_ path: String) throws -> [UInt8] {
    do {
      if path == "-" { return try contents(of: .standardInput) }
      let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
      return try descriptor.closeAfter { try contents(of: descriptor) }
    } catch let error as Errno {
      throw CommandFailure(
        "\(SanitisedText(path)) can't be read: \(error); name a recording", status: .usage)
    }
  }

  private static func contents(of descriptor: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      if bytes.count > byteLimit {
        throw CommandFailure(
          "the recording has more than 256 MiB; cut it: head -c 10M FILE", status: .usage)
      }
    }
  }
}
