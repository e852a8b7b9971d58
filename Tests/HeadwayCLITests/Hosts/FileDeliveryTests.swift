import ArgumentParser
import HeadwayModel
import Testing

@testable import headway

@Suite("Files that go with a job") struct FileDeliveryTests {
  @Test(
    "--send is taken out of the options, and out of nothing else",
    arguments: [
      ("submit --send a --send=b -- c", ["a", "b"], nil, "submit -- c"),
      ("submit --directory /x --send a c", ["a"], "/x", "submit --directory /x c"),
      ("submit --send a --directory=x c", ["a"], "x", "submit --directory=x c"),
      ("submit c --send a", [], nil, "submit c --send a"),
      ("submit -- c --send a", [], nil, "submit -- c --send a"),
      ("submit --title --send a c", [], nil, "submit --title --send a c"),
      ("submit -g x --hold --send -a c", ["-a"], nil, "submit -g x --hold c"),
      ("submit --send", [], nil, "submit"), ("submit --sender a", [], nil, "submit --sender a"),
    ] as [(String, [String], String?, String)])
  func read(line: String, files: [String], directory: String?, rest: String) {
    let delivery = FileDelivery(line.split(separator: " ").map(String.init))
    #expect(delivery.files == files && delivery.directory == directory)
    #expect(delivery.words.joined(separator: " ") == rest)
  }

  @Test("without a machine it is refused")
  func here() {
    #expect {
      try SubmitCommand.parse(["--send", "a", "--", "true"])
    } throws: {
      SubmitCommand.message(for: $0).contains("name it with --host")
    }
  }
}
