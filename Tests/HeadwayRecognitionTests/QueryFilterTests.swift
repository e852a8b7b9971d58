import HeadwayRecognition
import Testing

@Suite struct QueryFilterTests {
  private func filtered(_ text: String, cutAt cut: Int = 0) -> String {
    var filter = QueryFilter()
    let bytes = Array(text.utf8)
    let passed = filter.pass(bytes[..<cut]) + filter.pass(bytes[cut...]) + filter.letGo()
    return String(decoding: passed, as: UTF8.self)
  }

  @Test(
    "what a terminal would answer is taken out, however it is cut",
    arguments: [
      "\u{1B}[c", "\u{1B}[>c", "\u{1B}[=0c", "\u{1B}[6n", "\u{1B}[?6n", "\u{1B}[>q", "\u{1B}[?u",
      "\u{1B}[?2026$p", "\u{1B}[18t", "\u{1B}[?4m", "\u{1B}Z", "\u{05}",
      "\u{1B}]11;?\u{07}", "\u{1B}]4;1;?\u{1B}\\", "\u{1B}]52;c;?\u{07}",
      "\u{1B}P$qm\u{1B}\\", "\u{1B}P+q544e\u{1B}\\", "\u{1B}]7501;state=done\u{07}",
      "\u{1B}]7501;state=working:progress=40:id=a/b\u{1B}\\",
      "\u{1B}]7501;state=working:msg=\(String(repeating: "YWJj", count: 100))\u{07}",
    ])
  func queries(query: String) {
    for cut in 0...query.utf8.count + 4 {
      #expect(filtered("日\r" + query + "b\n", cutAt: cut) == "日\rb\n", "cut at \(cut)")
    }
  }

  @Test(
    "all else passes as it is",
    arguments: [
      "plain\r\n", "\u{1B}[1;31m赤\u{1B}[m", "\u{1B}[?1049h\u{1B}[2J\u{1B}[H", "\u{1B}[2 q",
      "\u{1B}[!p", "\u{1B}[22;0;0t", "\u{1B}[u", "\u{1B}]0;title?\u{07}", "\u{1B}]0;a;b?\u{1B}\\",
      "\u{1B}(B\u{1B}=", "\u{1B}]8;;https://example.com/?q\u{1B}\\", "\u{1B}", "\u{1B}[12",
      "\u{1B}Pq#0\u{1B}\\",
    ])
  func passes(text: String) {
    for cut in 0...text.utf8.count { #expect(filtered(text, cutAt: cut) == text) }
  }

  @Test(
    "what never ends isn't held: it passes, and memory is bounded",
    arguments: ["\u{1B}]0;", "\u{1B}]7501;"])
  func endless(beginning: String) {
    let text = beginning + String(repeating: "x", count: 5000)
    #expect(filtered(text) == text)
    var filter = QueryFilter()
    #expect(filter.pass(Array(text.utf8)).count > 4800)
  }
}
