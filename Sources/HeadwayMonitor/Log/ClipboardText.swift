import FoundationEssentials

/// A text for the clipboard of the terminal's user. Works over ssh, because the terminal and not
/// this machine stores the text.
package struct ClipboardText: Hashable, Sendable {
  package let text: String

  /// The largest text that terminals accept, in bytes.
  package static let byteLimit = 1 << 16
  /// The largest text that fits an argument of a tmux command, in bytes. tmux limits a message to
  /// 16 KiB.
  package static let tmuxByteLimit = 15_000

  /// The control sequence that sets the clipboard: OSC 52 of xterm's control sequences, with the
  /// text in base64.
  package var sequence: [UInt8] {
    Array("\u{1B}]52;c;".utf8) + Array(Data(text.utf8).base64EncodedString().utf8)
      + Array("\u{1B}\\".utf8)
  }
}
