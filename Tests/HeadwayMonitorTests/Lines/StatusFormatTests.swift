import Foundation
import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("The status line in other bars") struct StatusFormatTests {
  /// What a title may be meant for: a format of tmux, its styles, a shell, markup, JSON, a template.
  private static let hostile: [SanitisedText] = [
    "#{pane_id} #[fg=red] #(touch pwned) ##", "$(touch pwned) `x` ;", "<b>&amp; <span>",
    #"\"} {"text":"x\u0022"#, "{running} {title}", "\u{1B}]0;x\u{7}\r\n\u{202E}",
  ]

  private func line(_ title: SanitisedText, sensitive: Bool = false) -> StatusLine {
    var summary = HubSummary()
    summary.add(
      task(7, title.string) {
        $0.sensitive = sensitive
        $0.measure(42, of: 100, "files")
      })
    return StatusLine(summary)
  }

  @Test("a title is in no bar's own text", arguments: hostile)
  func withoutTitle(_ title: SanitisedText) {
    let line = line(title)
    #expect(line.plain == "1 running 42%")
    #expect(line.tmux(attentionStyle: "bold") == "1 running 42%")
    #expect(
      line.i3bar == #"{"full_text":"1 running 42%","short_text":"1 running 42%","urgent":false}"#)
    #expect(
      line.i3statusRust
        == #"{"icon":"tasks","state":"Info","text":"1 running 42%","short_text":"1 running 42%"}"#)
  }

  @Test(
    "where it is shown it stays text: in a tooltip, and in a template that is filled once",
    arguments: hostile)
  func withTitle(_ title: SanitisedText) throws {
    let object = try JSONSerialization.jsonObject(with: Data(line(title).waybar.utf8))
    let fields = try #require(object as? [String: Any])
    let tooltip = try #require(fields["tooltip"] as? String)
    #expect(!tooltip.contains("<") && !tooltip.contains(">"))
    let text = tooltip.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    #expect(text == "\(title): 42%")
    #expect(fields["class"] as? String == "running" && fields["percentage"] as? Int == 42)
    #expect(line(title).filling(try StatusTemplate("[{title}]")) == "[\(title)]")
  }

  @Test("what is sensitive has no title anywhere")
  func sensitive() throws {
    let line = line("Payroll", sensitive: true)
    let all = [
      line.plain, line.tmux(attentionStyle: ""), line.json, line.waybar, line.i3bar,
      line.i3statusRust, line.filling(try StatusTemplate("{title}{text}")),
    ]
    #expect(all.allSatisfy { !$0.contains("Payroll") })
  }

  @Test("what failed colours the bar, and the tooltip says which")
  func failed() {
    var summary = HubSummary()
    summary.add(task(7, "Copy"))
    summary.add(ended(8, "Backup", .failed, status: .code(2)))
    let line = StatusLine(summary)
    #expect(line.waybar.contains(#""tooltip":"Backup: failed","class":"attention""#))
    #expect(line.i3bar.contains(#""urgent":true"#))
    #expect(line.i3statusRust.contains(#""state":"Warning""#))
  }
}
