import Testing

@testable import HeadwaySystem

/// What tmux says about a pane.
@Suite("Panes of tmux") struct TmuxPaneTests {
  @Test(
    "a pane is seen in the current window of an attached session, unless another pane is zoomed",
    arguments: [
      ("/dev/pts/3 1 1 0 1 1", true), ("/dev/pts/3 1 1 0 0 1", true),
      ("/dev/pts/3 1 1 1 1 1", true), ("/dev/pts/3 1 1 1 0 1", false),
      ("/dev/pts/3 0 1 0 1 0", false), ("/dev/pts/3 1 0 0 1 0", false),
      ("/dev/pts/3 0 0 0 1 2", true), ("/dev/pts/3 1 1 0 1", true), ("/dev/pts/3 1 0 0 1", false),
      ("/dev/pts/3 0 1 0 1", false),
    ])
  func seen(answer: String, isShown: Bool) {
    #expect(TmuxPane.isShown(answer, terminal: "/dev/pts/3") == isShown)
  }

  @Test(
    "nothing is known of another terminal, nor from an answer that isn't understood",
    arguments: [
      "/dev/pts/4 1 1 0 1 1", "", "/dev/pts/3", "/dev/pts/3 1 1", "/dev/pts/3 1 1 x 1 1",
      "no server", "/dev/pts/3 99999999999999999999 1 0 1",
    ])
  func unknown(answer: String) {
    #expect(TmuxPane.isShown(answer, terminal: "/dev/pts/3") == nil)
  }

  @Test(
    "outside of tmux, and with the name of no pane, there is none",
    arguments: [
      [:], ["TMUX": "/tmp/none/default,1,0"], ["TMUX_PANE": "%1"],
      ["TMUX": "/tmp/none/default,1,0", "TMUX_PANE": "%1"],
      ["TMUX": "/tmp/none/default,1,0", "TMUX_PANE": "-x"],
      ["TMUX": "/tmp/none/default,1,0", "TMUX_PANE": "%"],
    ])
  func none(environment: [String: String]) {
    #expect(TmuxPane(terminal: "/dev/pts/3", { environment[$0] }) == nil)
  }
}
