import HeadwayModel
import TestClocks
import Testing

/// What a terminal is told by the Program Status Protocol.
@Suite("The status of a terminal")
struct TerminalStatusTests {
  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self).replacing("\u{1B}", with: "^") }
  }

  @Test("only what has changed is told, and not too often")
  func changes() {
    var status = TerminalStatus()
    let nothing = status.next(now: .seconds(1))
    #expect(nothing == nil && status.deadline == nil)
    status.records = ["": .init(.working, percent: 40), "n1": .init(.permission, title: "日")]
    let first = text(status.next(now: .seconds(1)))
    #expect(
      first
        == "^]7501;state=working:app=headway:progress=40^\\"
        + "^]7501;state=blocked:kind=permission:id=n1:title=5pel^\\")
    status.records["n1"] = nil
    let early = status.next(now: .seconds(1))
    #expect(early == nil && status.deadline != nil)
    let gone = text(status.next(now: .seconds(2)))
    #expect(gone == "^]7501;state=clear:id=n1^\\")
    let (cleared, again) = (text(status.clear()), status.clear())
    #expect(cleared == "^]7501;state=clear^\\" && again == nil)
  }

  @Test("without a root everything is taken back, and what remains is told again")
  func rootGoes() {
    var status = TerminalStatus()
    status.records = ["": .init(.working), "n1": .init(.working)]
    _ = status.next(now: .seconds(1))
    status.records[""] = nil
    let told = text(status.next(now: .seconds(2)))
    #expect(told == "^]7501;state=clear^\\^]7501;state=working:id=n1^\\")
  }

  @Test(
    "texts are base64 with padding, cut on whole characters",
    arguments: [("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("abcd", "YWJjZA==")])
  func base64(_ title: String, _ encoded: String) {
    var status = TerminalStatus()
    status.records = ["": .init(.done, title: SanitisedText(title))]
    let told = text(status.next(now: .seconds(1)))
    #expect(told?.contains("title=\(encoded)^\\") == true)
  }

  @Test("no command is longer than the protocol permits")
  func longest() {
    var status = TerminalStatus()
    let long = SanitisedText(String(repeating: "日", count: 5000), limit: .line)
    status.records = ["": .init(.question, percent: 100, title: long, message: long)]
    let bytes = status.next(now: .seconds(1)) ?? []
    #expect((1...4096).contains(bytes.count))
  }
}
