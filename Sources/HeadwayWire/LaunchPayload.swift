/// What it takes to launch a command as it was submitted: bytes, as the system has them.
package struct LaunchPayload: Hashable, Sendable {
  package var command: [[UInt8]]
  /// `NAME=value`.
  package var environment: [[UInt8]]
  package var directory: [UInt8]
  package var umask: UInt16

  /// In bytes; about what execve(2) takes.
  package static let byteLimit = 2 << 20

  /// The bytes of all fields, without those between them.
  package var byteCount: Int {
    directory.count + command.reduce(0) { $0 + $1.count } + environment.reduce(0) { $0 + $1.count }
  }

  package init(
    command: [[UInt8]], environment: [[UInt8]], directory: [UInt8], umask: UInt16
  ) {
    self.command = command
    self.environment = environment
    self.directory = directory
    self.umask = umask
  }
}

// On the wire and in the record: fields that end with NUL, which no field holds. The umask in octal,
// the directory, the number of words, the words, the environment.
extension LaunchPayload {
  package var bytes: [UInt8] {
    let head = [Array(String(umask, radix: 8).utf8), directory, Array("\(command.count)".utf8)]
    return Array((head + command + environment).map { $0 + [0] }.joined())
  }

  /// Nil for what is no payload.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, bytes.last == 0 else { return nil }
    let fields = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { Array($0) }
    guard fields.count >= 4,
      let umask = UInt16(String(decoding: fields[0], as: UTF8.self), radix: 8),
      let count = Int(String(decoding: fields[2], as: UTF8.self)),
      (1...(fields.count - 3)).contains(count)
    else { return nil }
    self.umask = umask & 0o777
    directory = fields[1]
    command = Array(fields[3..<(3 + count)])
    environment = Array(fields[(3 + count)...])
  }
}
