import HeadwayModel
import TestClocks
import Testing

@Suite("Progress that a terminal shows") struct TerminalProgressTests {
  private func said(
    _ progress: inout TerminalProgress, at milliseconds: Int, inForeground: Bool = true
  ) -> String? {
    progress.next(now: .milliseconds(milliseconds), isForeground: inForeground).map {
      String(decoding: $0.filter { $0 >= 0x20 }, as: UTF8.self)
    }
  }

  @Test("said when it changes, not too often, and again before it is forgotten")
  func pace() {
    var progress = TerminalProgress()
    #expect(progress.deadline == nil)
    progress.shown = .measured(5)
    #expect(said(&progress, at: 1000) == "]9;4;1;5\\")
    #expect(progress.deadline == .seconds(11))
    progress.shown = .measured(6)
    #expect(said(&progress, at: 1050) == nil && progress.deadline == .milliseconds(1100))
    #expect(said(&progress, at: 1100) == "]9;4;1;6\\")
    #expect(said(&progress, at: 11_099) == nil)
    #expect(said(&progress, at: 11_100) == "]9;4;1;6\\")
    progress.shown = .nothing
    #expect(said(&progress, at: 12_000) == "]9;4;0;0\\" && progress.deadline == nil)
    let cleared = progress.clear()
    #expect(cleared == nil)
  }

  @Test("a pause is said at once; in the background it is taken back, and looked at now and then")
  func standing() {
    var progress = TerminalProgress()
    progress.shown = .measured(5)
    #expect(said(&progress, at: 1000) != nil)
    progress.shown = .paused(5)
    #expect(said(&progress, at: 1000) == "]9;4;4;5\\")
    progress.shown = .measured(5)
    #expect(said(&progress, at: 2000, inForeground: false) == "]9;4;0;0\\")
    #expect(progress.deadline == .seconds(12))
    #expect(said(&progress, at: 12_000, inForeground: false) == nil)
    #expect(said(&progress, at: 22_000) == "]9;4;1;5\\")
    let cleared = progress.clear()
    #expect(cleared == Array("\u{1B}]9;4;0;0\u{1B}\\".utf8))
  }

  @Test("a command that says it itself is left to it")
  func commandSpeaks() {
    var progress = TerminalProgress()
    progress.shown = .measured(5)
    #expect(said(&progress, at: 1000) != nil)
    progress.commandSpoke()
    progress.shown = .measured(6)
    #expect(progress.deadline == nil && said(&progress, at: 5000) == nil)
    let cleared = progress.clear()
    #expect(cleared == nil)
  }

  @Test(
    "each standing as terminals know it",
    arguments: [
      (.measured(63), "]9;4;1;63\\"), (.failed(63), "]9;4;2;63\\"), (.failed(nil), "]9;4;2;100\\"),
      (.indeterminate, "]9;4;3;0\\"), (.paused(63), "]9;4;4;63\\"), (.paused(nil), "]9;4;4;0\\"),
    ] as [(TerminalProgress.Shown, String)])
  func standings(standing: TerminalProgress.Shown, expected: String) {
    var progress = TerminalProgress()
    progress.shown = standing
    #expect(said(&progress, at: 0) == expected)
    #expect(said(&progress, at: 9_999) == nil && said(&progress, at: 10_000) == expected)
  }

  @Test("a failure is said at once")
  func failure() {
    var progress = TerminalProgress()
    progress.shown = .measured(5)
    #expect(said(&progress, at: 1000) != nil)
    progress.shown = .failed(5)
    #expect(said(&progress, at: 1001) == "]9;4;2;5\\")
  }
}
