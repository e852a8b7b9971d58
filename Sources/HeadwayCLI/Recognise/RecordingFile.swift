import HeadwayModel
import SystemPackage

/// The file of a recording, or standard input.
enum RecordingFile {
  /// The largest recording in bytes. A larger file was most likely named by mistake.
  private static let byteLimit = 256 << 20

  /// Reads the file; `-` means standard input. Throws a failure if it can't be read or is too
  /// large.
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
