import HeadwayConfig
import HeadwayModel
import Testing

@Suite struct DetachKeysTests {
  @Test(
    "as people write them",
    arguments: [
      (#"Ctrl-\ d"#, #"Ctrl-\ d"#), ("ctrl-a q", "Ctrl-A q"), ("Ctrl-] D", "Ctrl-] D"),
      ("CTRL-^ .", "Ctrl-^ ."),
    ])
  func reads(text: String, written: String) {
    #expect(DetachKeys(text)?.description == written)
  }

  @Test(
    "a text that names no detach keys is refused",
    arguments: [
      "", "d", "Ctrl-A", "Ctrl-A  ", "Ctrl-A dd", "A d", "Ctrl-I d", "Ctrl-M d", "Ctrl-[ d",
      "Ctrl-j d", "Ctrl-1 d", "Ctrl- d", "Ctrl-A é", "Ctrl-é d", "Ctrl-AB d", "Ctrl-A d x",
    ])
  func refuses(text: String) { #expect(DetachKeys(text) == nil) }

  @Test("the standard ones can be written")
  func standard() { #expect(DetachKeys(DetachKeys.standard.description) == .standard) }

  private func take(_ pieces: [UInt8]...) -> (passed: [UInt8], detaches: Bool) {
    var state = DetachState(.standard)
    var all: [UInt8] = []
    for piece in pieces {
      let (passed, detaches) = state.filter(piece)
      all += passed
      if detaches { return (all, true) }
    }
    return (all, false)
  }

  @Test("keys pass; prefix and key detach, however they are cut, and what follows is nobody's")
  func detaches() {
    for taken in [take([97, 28, 100, 98]), take([97, 28], [100], [98]), take([97], [28, 100])] {
      #expect(taken.passed == [97] && taken.detaches)
    }
  }

  @Test("the prefix twice is the prefix once; with another key both go")
  func passes() {
    #expect(take([28, 28]).passed == [28])
    #expect(take([28], [28], [100]) == ([28, 100], false))
    #expect(take([28, 120, 28]).passed == [28, 120])
    #expect(take([28, 28, 28, 100]) == ([28], true))
    #expect(take(Array("日本語".utf8)) == (Array("日本語".utf8), false))
  }
}
