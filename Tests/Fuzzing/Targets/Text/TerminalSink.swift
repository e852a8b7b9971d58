import HeadwayModel
import HeadwayRecognition

/// A terminal that is sent a text sees text, and nothing that moves or commands it.
enum TerminalSink {
  static func check(_ text: SanitisedText) throws(BrokenPromise) {
    let bytes = Array(text.string.utf8)
    var scanner = TerminalScanner()
    var position = 0
    let (first, second) = bytes.withUnsafeBytes { buffer in
      (scanner.next(in: buffer, from: &position), scanner.next(in: buffer, from: &position))
    }
    let expected: TerminalScanner.Token? = bytes.isEmpty ? nil : .text(0..<bytes.count)
    try promise(first == expected && second == nil, "a terminal sees more than text in \(text)")
  }
}
