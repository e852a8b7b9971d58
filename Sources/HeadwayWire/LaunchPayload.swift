import HeadwayModel

/// Everything that launching a submitted command takes, as bytes.
///
/// Linux doesn't promise that words, variables or paths are UTF-8, so the payload keeps bytes. A
/// client sends the payload in parts before the `submit` (``PayloadMessage``); the hub's record
/// keeps it, and the supervisor launches from it.
package struct LaunchPayload: Hashable, Sendable {
  package var command: [[UInt8]]
  /// The variables of the environment, each as `NAME=value`.
  package var environment: [[UInt8]]
  /// The working directory of the command, as an absolute path.
  package var directory: [UInt8]
  /// The file mode creation mask of the command; see umask(2).
  package var umask: UInt16
  /// Whether the environment is that of another payload in memory, so that it takes no room of its
  /// own.
  package var sharesEnvironment = false

  /// The greatest length of the whole payload in bytes; about the limit of execve(2).
  package static let byteLimit = 2 << 20

  /// The number of bytes of all fields, without the NUL bytes between them. A shared environment
  /// counts as nothing.
  package var byteCount: Int {
    directory.count + command.reduce(0) { $0 + $1.count }
      + (sharesEnvironment ? 0 : environment.reduce(0) { $0 + $1.count })
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

// The form on the wire and in the record: fields that end with NUL, which no field can contain. The
// order is: the umask in octal digits, the directory, the number of words, the words, the
// environment.
extension LaunchPayload {
  /// The payload as one sequence of bytes, as sent and recorded.
  package var bytes: [UInt8] {
    let head = [Array(String(umask, radix: 8).utf8), directory, Array("\(command.count)".utf8)]
    return TerminatedFields.joined(head + command + environment)
  }

  /// Decodes a payload; nil if the bytes aren't one.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, let fields = TerminatedFields.split(bytes),
      fields.count >= 4,
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
