@testable import headway
import HeadwayModel
import HeadwaySystem
import Testing

@Suite("What a terminal is told by")
struct TerminalNoticeTests {
  private func notification(
    _ summary: String = "Backup", _ body: String = "completed after 3 s", isUrgent: Bool = false
  ) -> NewsNotification {
    NewsNotification(summary: summary, body: body, isUrgent: isUrgent)
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^[")
      .replacing("\u{7}", with: "^G")
  }

  @Test(
    "each form of the notice is written as its terminals expect it",
    arguments: [
      (.bell, "^G"),
      (.osc9, #"^[]9;Headway: Backup: completed after 3 s^[\"#),
      (.osc777, #"^[]777;notify;Backup;completed after 3 s^[\"#),
      (
        .osc99,
        #"^[]99;i=headway:d=0:o=unfocused:u=1;Backup^[\^[]99;i=headway:p=body;completed after 3 s^[\"#
      ),
    ] as [(TerminalNotice, String)])
  func forms(form: TerminalNotice, expected: String) {
    #expect(text(form.bytes(for: notification())) == expected)
  }

  @Test("whatever is in the text is text there", arguments: TerminalNotice.allCases)
  func hostile(form: TerminalNotice) {
    let bytes = form.bytes(
      for: notification(
        "4;1;50 a\u{1B}[2J\u{7}\u{9C}\u{202E}b", "x;y\u{1B}\\\u{1B}]52;c;aGk=\u{7}\nz"))
    let sequences = text(bytes).split(separator: #"^[\"#, omittingEmptySubsequences: false)
    #expect(sequences.dropLast().allSatisfy { $0.hasPrefix("^[]") })
    #expect(sequences.dropLast().allSatisfy { !$0.dropFirst(3).contains("^") })
    #expect(sequences.last == (form == .bell ? "^G" : ""))
    #expect(!bytes.contains(0x9C) && !text(bytes).contains("]9;4"))
    if form == .osc777 { #expect(text(bytes).count { $0 == ";" } == 3) }
  }

  @Test("a terminal without UTF-8 gets ASCII")
  func ascii() {
    let bytes = TerminalNotice.osc9.bytes(for: notification("Größe 日"), isUnicode: false)
    #expect(text(bytes) == #"^[]9;Headway: Gr??e ?: completed after 3 s^[\"#)
  }

  @Test(
    "a bell on this machine; over ssh, or without a desktop, what the terminal is known to show",
    arguments: [
      (["TERM": "xterm-kitty"], nil, nil, .bell),
      (["TERM": "xterm-kitty", "SSH_CONNECTION": "x"], nil, nil, .osc99),
      (["TERM": "xterm-kitty"], false, nil, .osc99), (["TERM": "xterm-kitty"], true, nil, .bell),
      (["TERM": "xterm-ghostty", "SSH_TTY": "x"], nil, nil, .osc777),
      (["TERM": "foot-direct", "SSH_TTY": "x"], nil, nil, .osc777),
      (["TERM": "xterm", "SSH_TTY": "x", "TERM_PROGRAM": "WezTerm"], nil, nil, .osc777),
      (["TERM": "xterm", "SSH_TTY": "x", "LC_TERMINAL": "iTerm2"], nil, nil, .osc9),
      (["TERM": "xterm-256color", "SSH_TTY": "x"], nil, nil, .bell),
      (["TERM": "screen", "SSH_TTY": "x", "STY": "x", "LC_TERMINAL": "iTerm2"], nil, nil, .bell),
      (["TERM": "xterm-256color"], nil, .osc9, .osc9),
      (["TERM": "xterm-kitty"], false, .bell, .bell),
    ] as [([String: String], Bool?, TerminalNotice?, TerminalNotice)])
  func choice(
    variables: [String: String], desktop: Bool?, form: TerminalNotice?, expected: TerminalNotice
  ) {
    var settings = TellingSettings()
    (settings.desktop, settings.terminalForm) = (desktop, form)
    let terminal = NoticeTerminal(settings) { variables[$0] }
    #expect(!terminal.asksTmux)
    let bytes = terminal.bytes(for: notification(), by: nil, isUnicode: true)
    #expect(bytes == expected.bytes(for: notification()))
  }

  @Test(
    "in tmux it goes through where tmux lets it, and is a bell where it doesn't",
    arguments: [
      ("1 1 xterm-256color WezTerm 20240203", .osc777), ("on 1 foot foot(1.16.2)", .osc777),
      ("on 0 foot foot(1.16.2)", nil), ("all 0 xterm-kitty ", .osc99), ("0 1 xterm-kitty ", nil),
      ("off 1 xterm-kitty ", nil), ("on 1 xterm-256color ", nil), ("", nil), ("no server", nil),
    ] as [(String, TerminalNotice?)])
  func tmux(answer: String, expected: TerminalNotice?) {
    let variables = ["TERM": "tmux-256color", "TMUX": "x", "SSH_CONNECTION": "x"]
    let terminal = NoticeTerminal(TellingSettings()) { variables[$0] }
    #expect(terminal.asksTmux)
    let bytes = terminal.bytes(
      for: notification(), by: TmuxPassage(answer), isUnicode: true)
    let whole = expected.map {
      #"^[Ptmux;"#
        + text($0.bytes(for: notification())).replacing("^[", with: "^[^[") + #"^[\"#
    }
    #expect(text(bytes) == whole ?? "^G")
  }

  @Test(
    "the status goes through tmux to a known terminal, if tmux always passes sequences on",
    arguments: [
      ("all 1 xterm-ghostty ghostty 1.3.0", true), ("all 0 xterm-ghostty ", true),
      ("all 1 xterm-256color iTerm2 3.6.6", true), ("all 1 xterm-256color Contour 0.6", true),
      ("on 1 xterm-ghostty ghostty 1.3.0", false), ("off 1 xterm-ghostty ", false),
      ("all 1 xterm-256color ", false), ("all 1 xterm-kitty kitty(0.38)", false),
    ])
  func status(answer: String, isCarried: Bool) {
    #expect(TmuxPassage(answer)?.carriesStatus == isCarried)
  }

  @Test("tmux isn't asked for a bell")
  func bellInTmux() {
    let terminal = NoticeTerminal(TellingSettings()) { ["TMUX": "x"][$0] }
    #expect(!terminal.asksTmux)
    #expect(text(terminal.bytes(for: notification(), by: nil, isUnicode: true)) == "^G")
  }
}
