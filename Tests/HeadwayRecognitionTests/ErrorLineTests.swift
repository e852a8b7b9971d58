import HeadwayModel
import HeadwayRecognition
import Testing

@Suite struct ErrorLineTests {
  @Test(
    "the last line that looks like an error is found",
    arguments: [
      (
        "a\nmain.c:3:5: error: unknown type name\nmake: *** [all] Error 1\n",
        "main.c:3:5: error: unknown type name"
      ),
      ("Traceback:\n  File x\nValueError: bad value\n", "ValueError: bad value"),
      (
        "cp: cannot stat 'x': No such file or directory",
        "cp: cannot stat 'x': No such file or directory"
      ),
      ("\u{1B}[31mfatal:\u{1B}[0m not a git repository\r\ndone\r\n", "fatal: not a git repository"),
      ("make: *** [all] Error 2\n", "make: *** [all] Error 2"),
      ("\u{1B}[2G\u{1B}[31mFailed\u{1B}[9Gto\u{1B}[1Cconnect\u{1B}[39m\r\n", "Failed to connect"),
    ])
  func found(output: String, line: String) {
    #expect(ErrorLine.last(in: Array(output.utf8))?.string == line)
  }

  @Test("output without an error has none", arguments: ["", "all good\ndone\n", "\n\n", "\u{1B}["])
  func none(output: String) { #expect(ErrorLine.last(in: Array(output.utf8)) == nil) }

  @Test("an old error far above is no reason")
  func old() {
    let lines = "error: early\n" + String(repeating: "fine\n", count: 200)
    #expect(ErrorLine.last(in: Array(lines.utf8)) == nil)
  }

  @Test("any bytes are survived")
  func anyBytes() {
    for seed in 0..<200 {
      let bytes = (0..<64).map { UInt8(truncatingIfNeeded: ($0 &* 31 &+ seed) &* 97) }
      let text = ErrorLine.last(in: bytes + Array("error".utf8))
      #expect(text == nil || text?.string.unicodeScalars.contains("\u{1B}") == false)
    }
  }
}
