import HeadwayMonitor
import Testing

@testable import HeadwayTerminal

/// What is pasted, as events. One screen a process here too.
extension ScreenTests {
  @Test("the characters of a paste come together, before the next key")
  func pasteAtOnce() throws {
    let terminal = try PseudoTerminal()
    let screen = try terminal.open()
    screen.present(Canvas(size: CanvasSize(columns: 20, rows: 5)))
    terminal.type("a\u{1B}[200~bc\u{1B}[201~d")
    terminal.waitForInput()
    let events = (0..<3).map { _ in screen.nextEvents() }
    #expect(
      events == [
        [.keyPressed(.character("a"))],
        [.pasted("b"), .pasted("c"), .keyPressed(.character("d"))], nil,
      ])
  }
}
