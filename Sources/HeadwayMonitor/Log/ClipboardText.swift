import FoundationEssentials

/// A text for the clipboard of the terminal's user.
package struct ClipboardText: Hashable, Sendable {
  package let text: String

  /// In bytes: what terminals take at once.
  package static let byteLimit = 1 << 16
  /// What tmux takes as an argument: its messages are of 16 KiB.
  package static let tmuxByteLimit = 15_000

  /// xterm's control sequences, OSC 52: to the clipboard, in base64.
  package var sequence: [UInt8] {
    Array("\u{1B}]52;c;".utf8) + Array(Data(text.utf8).base64EncodedString().utf8)
      + Array("\u{1B}\\".utf8)
  }
}
