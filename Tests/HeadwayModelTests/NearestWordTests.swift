import Testing

@testable import HeadwayModel

@Suite("The word that was meant") struct NearestWordTests {
  private static let words = ["list", "logs", "status", "submit", "hub", "history"]

  @Test(
    "a slip or two is seen through",
    arguments: [
      ("lst", "list"), ("ilst", "list"), ("lists", "list"), ("satus", "status"),
      ("summit", "submit"), ("hstory", "history"), ("hbu", "hub"),
    ])
  func near(_ word: String, _ meant: String) {
    #expect(Self.words.nearest(to: word) == meant)
  }

  @Test("two slips in five letters are seen through")
  func twoSlips() {
    #expect(["default", "photos"].nearest(to: "fotos") == "photos")
  }

  @Test(
    "what is like nothing stays unknown",
    arguments: ["frobnicate", "", "x", "\u{1F600}\u{1F600}", String(repeating: "l", count: 9999)])
  func far(_ word: String) {
    #expect(Self.words.nearest(to: word) == nil)
  }
}
