import Testing

@testable import HeadwayModel
@testable import HeadwayMonitor

@Suite("The looks of a command's output") struct GraphicRenditionTests {
  private func rendition(_ sequences: String...) -> GraphicRendition {
    var rendition = GraphicRendition.plain
    for sequence in sequences { rendition.select(Array(sequence.utf8)[...]) }
    return rendition
  }

  @Test(
    "a colour is one of the palette's, or the nearest",
    arguments: [
      ("31", 1), ("1;33", 3), ("37;4", 7), ("90", 8), ("97", 15), ("38;5;4", 4), ("38;5;196", 9),
      ("38:5:12", 12), ("38;2;250;0;0", 9), ("38:2::0:0:0", 0), ("38:2:0:0:0", 0), ("31;48;5;4", 4),
      ("58;2;1;31;3;32", 2), ("30;42", 2), ("42;30", 2), ("30;102", 10), ("31;49", 1),
      ("41;49", nil), ("", nil), ("31;0", nil), ("31;39", nil), ("31;", nil),
      ("38", nil), ("38;5", nil), ("38;2;1", nil), ("31;38;7", 1), ("99999999999999999999", nil),
    ])
  func colour(sequence: String, index: UInt8?) {
    #expect(rendition(sequence).paletteIndex == index)
  }

  @Test("each attribute is set and reset by its parameter")
  func attributes() {
    #expect(rendition("1;2;7").attributes == [.bold, .dim, .reverse])
    #expect(rendition("1;31", "22").attributes == [] && rendition("1;31", "22").paletteIndex == 1)
    #expect(rendition("7", "27").attributes == [] && rendition("30;42").attributes == .reverse)
    #expect(rendition("41", "27").attributes == .reverse, "a background isn't inverse text")
    #expect(rendition("7", "31").paletteIndex == 1 && rendition("7;41", "27").paletteIndex == 1)
    #expect(rendition("7;41", "49").attributes == .reverse)
    #expect(rendition("4").attributes == [] && rendition("44", "49").attributes == [])
    #expect(rendition("1;4;97", "") == .plain)
  }
}
