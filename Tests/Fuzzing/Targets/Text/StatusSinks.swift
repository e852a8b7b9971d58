import HeadwayModel
import HeadwayMonitor

/// No text leaves its place in a status line: tmux's formats, JSON's strings, Pango's markup.
enum StatusSinks {
  static func checkTitle(_ text: SanitisedText) throws(BrokenPromise) {
    let line = line(topTitle: text).waybar
    try promise(quoteCount(line) == plainTitleCount, "\(text) left its string")
    try checkPango(line)
  }

  static func checkNotice(_ text: SanitisedText) throws(BrokenPromise) {
    let json = StatusLine(notice: text.string).i3bar
    try promise(quoteCount(json) == plainNoticeCount, "\(text) left its string")
  }

  static func checkTmux(_ text: SanitisedText) throws(BrokenPromise) {
    let style = "#[push-default,fg=red]"
    let line = StatusLine(notice: text.string).tmux(attentionStyle: "fg=red").utf8
    let body = line.dropFirst(style.utf8.count).dropLast("#[default,pop-default]".utf8.count)
    var isAfterHash = false
    for byte in body {
      if byte == UInt8(ascii: "#") {
        isAfterHash.toggle()
      } else {
        try promise(!isAfterHash, "tmux would expand \(text)")
      }
    }
    try promise(!isAfterHash, "tmux would expand the end of \(text)")
  }

  private static func checkPango(_ line: String) throws(BrokenPromise) {
    let bytes = line.utf8
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "<"), UInt8(ascii: ">"): throw BrokenPromise("markup in \(line)")
      case UInt8(ascii: "&"):
        let rest = bytes[index...]
        let isEntity =
          rest.starts(with: "&amp;".utf8) || rest.starts(with: "&lt;".utf8)
          || rest.starts(with: "&gt;".utf8)
        try promise(isEntity, "markup in \(line)")
      default: break
      }
    }
  }

  private static let plainTitleCount = quoteCount(line(topTitle: "x").waybar)
  private static let plainNoticeCount = quoteCount(StatusLine(notice: "x").i3bar)

  private static func line(topTitle: SanitisedText) -> StatusLine {
    var summary = HubSummary()
    summary.running = 1
    summary.top = TaskNumber(1).map {
      HubSummary.Top(
        number: $0, title: topTitle, state: .running, fraction: nil, needsAnswer: false,
        sensitive: false)
    }
    return StatusLine(summary)
  }

  /// The quotes that open or close a string (RFC 8259); -1 where a control character is.
  private static func quoteCount(_ json: String) -> Int {
    var count = 0
    var isEscaped = false
    for byte in json.utf8 {
      if byte < 0x20 { return -1 }
      if byte == UInt8(ascii: "\""), !isEscaped { count += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return count
  }
}
