import Testing

@testable import headway

@Suite struct ManualTextTests {
  @Test(
    "a text is printed as it is, and in ASCII",
    arguments: [
      ("--title", #"\-\-title"#), (#"\d"#, #"\ed"#), ("it's \"x\"", #"it\(aqs \(dqx\(dq"#),
      ("`~^", #"\(ga\(ti\(ha"#), ("a…é", #"a\[u2026]\[u00E9]"#),
    ])
  func escapes(text: String, escaped: String) {
    #expect(ManualText.escaped(text) == escaped)
  }

  @Test("a period at the start of a line is no request")
  func period() {
    #expect(ManualText.line(".config") == #"\&.config"#)
    #expect(ManualText.line("'x'") == #"\(aqx\(aq"#)
  }

  @Test("a punctuation mark or a macro's name stays a word of its own")
  func arguments() {
    #expect(ManualText.argument("?") == #"\&?"#)
    #expect(ManualText.argument("Op") == #"\&Op"#)
    #expect(ManualText.argument("title") == "title")
  }

  @Test("each sentence begins a line, and no line is long")
  func sentences() {
    #expect(
      ManualText.paragraph("Waits 0.1 s. Then it goes on (see x). Done")
        == ["Waits 0.1 s.", "Then it goes on (see x).", "Done"])
    let long = ManualText.paragraph(String(repeating: "word ", count: 100))
    #expect(long.allSatisfy { $0.utf8.count <= 78 } && long.count > 5)
    #expect(ManualText.paragraph("id:com.* x") == [#"id:com.*\& x"#])
  }

  @Test("lines with a dash are the items of a list")
  func items() {
    #expect(
      ManualText.paragraphs("Two:\n- One.\n- Two.\nEnd.") == [
        "Two:", ".Bl -bullet -compact", ".It", "One.", ".It", "Two.", ".El", ".Pp", "End.",
      ])
  }

  @Test("lines are paragraphs, and indented lines stay as they are")
  func paragraphs() {
    #expect(
      ManualText.paragraphs("One.\nTwo:\n  [a]\n  b = 1\nThree.") == [
        "One.", ".Pp", "Two:", ".Bd -literal -offset indent", "[a]", "b = 1", ".Ed", ".Pp",
        "Three.",
      ])
  }
}
