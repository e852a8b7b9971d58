import Testing

@testable import HeadwayMonitor

@Suite("The line in tmux's config") struct TmuxConfigTests {
  @Test("goes to the end, on a line of its own, and is there once", arguments: [true, false])
  func adding(isPushed: Bool) throws {
    let line = TmuxConfig.line(isPushed: isPushed)
    #expect(!line.contains("\n"))
    #expect(TmuxConfig.adding(line, to: "") == line + "\n")
    let added = try #require(TmuxConfig.adding(line, to: "set -g mouse on"))
    #expect(added == "set -g mouse on\n\(line)\n")
    #expect(TmuxConfig.adding(line, to: added) == nil)
    #expect(TmuxConfig.adding(TmuxConfig.line(isPushed: !isPushed), to: added) == nil)
  }

  @Test("what shows the status in another way stays; a comment shows nothing")
  func others() {
    let own = "set -g status-left '#(headway status --follow)'\n"
    #expect(TmuxConfig.adding("x", to: own) == nil)
    #expect(TmuxConfig.adding("x", to: " \t# headway status\n") == " \t# headway status\nx\n")
  }
}
