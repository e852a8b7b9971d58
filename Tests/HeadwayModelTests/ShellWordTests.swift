import HeadwayModel
import Testing

@Suite("Words for a shell") struct ShellWordTests {
  @Test(
    "people see quotes only where a shell needs them",
    arguments: [
      ("--all", "--all"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("", "''"),
      ("$HOME", "'$HOME'"),
      ("/srv/a-b_c.d", "/srv/a-b_c.d"), ("~", "'~'"), ("*", "'*'"), ("ä", "'ä'"), ("a#b", "'a#b'"),
    ])
  func written(word: String, text: String) {
    #expect(ShellWord(word).written == text)
    #expect(ShellWord(word).quoted.hasPrefix("'"))
  }
}
