import HeadwayModel
import HeadwaySystem
import SystemPackage

/// The file of `headway submit --batch`: a command a line. Empty lines and lines that begin with
/// `#` are left out.
struct BatchFile {
  /// The name for messages.
  let name: String
  private let bytes: [UInt8]

  /// The largest size of a file in bytes.
  static let byteLimit = 64 << 20

  /// Reads the file; `-` means standard input.
  init(_ path: String) throws(CommandFailure) {
    name = path == "-" ? "stdin" : SanitisedText(path, limit: .line).string
    do {
      bytes = try Self.read(path)
    } catch {
      throw CommandFailure(
        """
        \(name) can't be read: \(error.words); name a file with a command on each line, or - for \
        standard input
        """, status: .usage)
    }
    guard bytes.count <= Self.byteLimit else {
      throw CommandFailure(
        "\(name) has more than \(Self.byteLimit >> 20) MiB; submit it in parts", status: .usage)
    }
  }

  /// Takes the content of a file.
  init(name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  private static func read(_ path: String) throws(Errno) -> [UInt8] {
    do {
      if path == "-" { return try contents(of: .standardInput) }
      let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
      return try descriptor.closeAfter { try contents(of: descriptor) }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Reads until the end, or until there is more than the limit.
  private static func contents(of descriptor: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= byteLimit {
      let count = try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Calls `body` with each command line, and its number in the file. The line has no line break
  /// and no white space before it.
  func forEachLine(
    _ body: (Int, ArraySlice<UInt8>) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    var (rest, number) = (bytes[...], 0)
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      var line = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      number += 1
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      try body(number, line)
    }
  }

  /// The failure for a line. `reason` says what is wrong.
  func failure(_ line: Int, _ reason: String) -> CommandFailure {
    CommandFailure("\(name):\(line): \(reason) (nothing was queued)", status: .unknownInput)
  }
}
