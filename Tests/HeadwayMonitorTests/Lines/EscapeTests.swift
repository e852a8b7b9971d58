import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("Escapes") struct EscapeTests {
  @Test("a sign with a combining mark is still that sign to tmux and to Pango")
  func combined() {
    let line = StatusLine(notice: "#\u{0F7D}(x)").tmux(attentionStyle: "bold")
    #expect(line == "#[push-default,bold]##\u{0F7D}(x)#[default,pop-default]")
    var summary = HubSummary()
    summary.add(task(7, "<\u{0301}b>&\u{0301}"))
    let escaped = "&lt;\u{0301}b&gt;&amp;\u{0301}"
    #expect(StatusLine(summary).waybar.contains("\"tooltip\":\"\(escaped): running\""))
  }
}
