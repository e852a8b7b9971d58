import HeadwayMonitor
import Testing

/// Variables as words of a shell.
@Suite struct VariableLineTests {
  @Test(
    "a variable is one word of a shell, on one line, without an effect on the terminal",
    arguments: [
      ("A=b", "A=b"), ("A=", "A="), ("A", "A"), ("A=b=c", "A=b=c"), ("A=b c", "A='b c'"),
      ("A=it's", #"A='it'\''s'"#), ("LANG=日本", "LANG='日本'"),
      ("A=x\ny\tz", #"A=$'x\ny\tz'"#), ("A=it's\n", #"A=$'it\'s\n'"#),
      (#"A=\"# + "\n", #"A=$'\\\n'"#), ("A=\u{1B}]0;x\u{7}1", #"A=$'\033]0;x\0071'"#),
      ("A=\u{85}", #"A=$'\302\205'"#), ("A=\u{202E}x", #"A=$'\342\200\256x'"#),
      ("BASH_FUNC_f%%=() {\n}", #"BASH_FUNC_f%%=$'() {\n}'"#), ("=odd", "''=odd"),
    ])
  func line(_ variable: String, _ line: String) {
    #expect(VariableLine(Array(variable.utf8)).text == line)
  }

  @Test("bytes that aren't UTF-8 are kept")
  func bytes() {
    let line = VariableLine(Array("A=a'".utf8) + [0xFF, 0x41, 0x0A])
    #expect(line.text == #"A=$'a\'\377A\n'"#)
  }
}
