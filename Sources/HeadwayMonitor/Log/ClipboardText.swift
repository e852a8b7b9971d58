/// A text for the clipboard of the terminal's user.
package struct ClipboardText: Hashable, Sendable {
  package let text: String

  /// In bytes: what terminals take at once.
  package static let byteLimit = 1 << 16
  /// What tmux takes as an argument: its messages are of 16 KiB.
  package static let tmuxByteLimit = 15_000

  /// xterm's control sequences, OSC 52: to the clipboard, in base64.
  package var sequence: [UInt8] {
    Array("\u{1B}]52;c;".utf8) + Self.base64(Array(text.utf8)) + Array("\u{1B}\\".utf8)
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// RFC 4648, section 4.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 3).flatMap { start in
      let group = bytes[start..<min(start + 3, bytes.count)]
      let missing = 3 - group.count
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * missing)
      let digits = [18, 12, 6, 0].map { alphabet[value >> $0 & 63] }
      return digits.dropLast(missing) + Array(repeating: UInt8(ascii: "="), count: missing)
    }
  }
}
