package import HeadwayModel

/// The state of a bridge's connection, as the bridge writes it into the file that it locks. Doctor reads
/// the file.
///
/// ```swift
/// BridgeNote(process: 17, trouble: nil).text   // "17 connected\n"
/// ```
package struct BridgeNote: Hashable, Sendable {
  /// The process of the bridge.
  package var process: Int32
  /// The reason why the broker isn't connected; nil while it is.
  package var trouble: SanitisedText?

  package init(process: Int32, trouble: SanitisedText?) {
    (self.process, self.trouble) = (process, trouble)
  }

  /// The greatest size of a note, in bytes.
  package static let byteLimit = 4096

  /// The line, with its end.
  package var text: String { "\(process) \(trouble.map { "down \($0)" } ?? "connected")\n" }

  /// Reads a note; nil for another text.
  package init?(_ text: String) {
    guard let end = text.firstIndex(of: "\n") else { return nil }
    let words = text[..<end].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let process = Int32(words[0]), process > 0 else { return nil }
    switch words[1] {
    case "connected" where words.count == 2: self.init(process: process, trouble: nil)
    case "down" where words.count == 3:
      self.init(process: process, trouble: SanitisedText(String(words[2]), limit: .line))
    default: return nil
    }
  }
}
