import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("Keys of a person's own") struct OwnKeysTests {
  private func model(_ keys: [KeyAction: [Key]]) -> MonitorModel {
    MonitorModel(80, 24, [task(1, "Copy")], settings: MonitorSettings(keys: KeyTable(keys)))
  }

  @Test("they do it, and are what the screen names")
  func own() {
    var model = model([.cancel: [.character("d"), .control("x")], .undo: [.character("z")]])
    #expect(model.screen().contains("d cancel"))
    model.press("c")
    #expect(model.mode == .cards)
    model.happen(.keyPressed(.control("x")))
    #expect(model.mode == .prompt)
    model.press("y")
    #expect(model.screen().contains("z: undo"))
    model.press("z")
    #expect(model.held.isEmpty)
  }

  @Test("a key is taken from what had it; what has none left isn't offered")
  func taken() {
    var model = model([.details: [.character("q")]])
    model.press("q")
    #expect(model.expanded == [key(1)])
    #expect(model.screen().contains("q close") && model.screen().contains("Ctrl-C quit"))
    model = self.model([.details: [.character("c")]])
    #expect(!model.screen().contains("cancel"))
    model = self.model([.quit: [.character("Q")]])
    #expect(model.press("q") == [] && model.press("Q") == [.quit])
    #expect(model.happen(.keyPressed(.control("c"))) == [.quit])
    model = self.model([.quit: [.character("Q")], .cancel: [.control("c")]])
    model.happen(.keyPressed(.control("c")))
    #expect(model.mode == .prompt)
    #expect(Set(KeyAction.allCases).count == KeyTable.standard.rows(in: .cards).count)
  }
}
