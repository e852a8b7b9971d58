import headway
import HeadwayModel
import Testing

@Suite struct ScreenStateTests {
  private func state(_ text: String, cutAt cut: Int? = nil) -> ScreenState {
    var state = ScreenState()
    let bytes = Array(text.utf8)
    state.note(bytes[..<(cut ?? bytes.count)])
    if let cut { state.note(bytes[cut...]) }
    return state
  }

  @Test(
    "what a program set is undone",
    arguments: [
      ("text\r\n", ""), ("\u{1B}[?1049h\u{1B}[?25l", "\u{1B}[?1049l\u{1B}[?25h"),
      ("\u{1B}[?1049h\u{1B}[?1049l\u{1B}[?25l\u{1B}[?25h", ""),
      ("\u{1B}[?1;1000;2004h", "\u{1B}[?1l\u{1B}[?1000l\u{1B}[?2004l"),
      ("\u{1B}=\u{1B}[1;31mred", "\u{1B}>\u{1B}[m"), ("\u{1B}[?1049h\u{1B}c", ""),
      ("\u{1B}[?12", "\u{18}"), ("\u{1B}[4;20r\u{1B}[99999999999999999999;5H\u{1B}[?7h", ""),
    ])
  func undoes(text: String, undoing: String) {
    #expect(state(text).undoing == undoing)
    for cut in 0...text.utf8.count { #expect(state(text, cutAt: cut).undoing == undoing) }
  }

  @Test("a line's end is known")
  func lineStart() {
    #expect(state("").isAtLineStart && state("a\r\n").isAtLineStart)
    #expect(!state("$ ").isAtLineStart)
    #expect(state("\n\u{1B}[?1049hvim").isAtLineStart)
    #expect(state("\n\u{1B}[?1049hvim\u{1B}[?1049l").isAtLineStart)
    #expect(!state("$ \u{1B}[?1049hvim\n").isAtLineStart)
  }
}
