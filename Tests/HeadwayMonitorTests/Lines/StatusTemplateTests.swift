import Foundation
import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct StatusTemplateTests {
  private func filled(_ template: String) throws(StatusTemplateError) -> String {
    var summary = HubSummary()
    summary.add(task(7, "{running} of it") { $0.measure(1, of: 4) })
    return StatusLine(summary).filling(try StatusTemplate(template))
  }

  @Test("fields are filled in once, other braces stay")
  func fields() throws {
    #expect(try filled("{running}: {title} {percent}%") == "1: {running} of it 25%")
    #expect(try filled("{\"n\":{running}}") == "{\"n\":1}")
  }

  @Test("what would print itself is refused")
  func refused() {
    #expect(throws: StatusTemplateError.unknownField("{nope}")) { try filled("{running} {nope}") }
    for text in ["{running", "running", "{}", ""] {
      #expect(throws: StatusTemplateError.noField(text)) { try filled(text) }
    }
  }

  private func line(_ title: String, percent: Int64? = 25) -> StatusLine {
    var summary = HubSummary()
    summary.add(task(7, title) { if let percent { $0.measure(percent, of: 100) } })
    return StatusLine(summary)
  }

  private func filled(_ template: String, _ title: String) throws -> String {
    line(title).filling(try StatusTemplate(template))
  }

  private static let hostile = [
    #"\"} {"text":"x\u0022 \\"#, #"a \\"#, "<b>&amp;</b> <span>", "#[fg=red] #{pane_id} #(x)",
    "%{A1:touch pwned:}x%{A}", "{running} {title}", "%",
  ]

  @Test("inside a JSON string a title stays a string", arguments: hostile)
  func jsonString(_ title: String) throws {
    for template in [
      #"{"full_text":"{title}","n":{running}}"#,
      #"  [{ "full_text" : "{title}" , "n" : {running}}]"#,
      #"{"n":{running},"quote\"":"\\","full_text":"{title}"}"#,
    ] {
      let json = try JSONSerialization.jsonObject(with: Data(filled(template, title).utf8))
      let object = try #require(json as? [String: Any] ?? (json as? [[String: Any]])?.first)
      #expect(object["full_text"] as? String == title && object["n"] as? Int == 1)
    }
  }

  @Test("as a JSON value a title is a string, and an unknown number null", arguments: hostile)
  func jsonValue(_ title: String) throws {
    let template = try StatusTemplate(#"{"t":{title},"percent":{percent}}"#)
    let text = line(title, percent: nil).filling(template)
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let object = try #require(json as? [String: Any])
    #expect(object["t"] as? String == title && object["percent"] is NSNull)
  }

  @Test("waybar and blocks of Pango markup get markup that is escaped")
  func markup() throws {
    let title = #"<b>"a" & b"#
    let escaped = #"&lt;b&gt;\"a\" &amp; b"#
    #expect(
      try filled(#"{"text":"{title}","class":"x"}"#, title)
        == #"{"text":"\#(escaped)","class":"x"}"#)
    #expect(
      try filled(#"{"full_text":"{title}","markup": "pango"}"#, title)
        == #"{"full_text":"\#(escaped)","markup": "pango"}"#)
    #expect(try filled("<i>{title}</i>", title) == #"<i>&lt;b&gt;"a" &amp; b</i>"#)
    #expect(try filled(#"{"text":"{title}"}"#, "<b>") == #"{"text":"<b>"}"#)
  }

  @Test("beside styles of tmux a title has none")
  func tmux() throws {
    #expect(
      try filled("#[bold]{title}#[default]", "#[fg=red] #(x)")
        == "#[bold]##[fg=red] ##(x)#[default]")
  }

  @Test("polybar and lemonbar see no tag in a title, nor at its ends")
  func polybar() throws {
    #expect(
      try filled("%{F#f00}{title}%{F-}", "%{A1:x:}y%{A}") == "%{F#f00}% {A1:x:}y% {A}%{F-}")
    #expect(try filled("{percent}%{title}", "{A1:x:}") == "25% {A1:x:}")
    #expect(try filled("{title}{A1:x:}", "100%") == "100% {A1:x:}")
    #expect(try filled("{title} {percent}%", "50% of {all} %") == "50% of {all} % 25%")
    #expect(try filled("{title}%{F-}", "%") == "%%{F-}")
  }
}
