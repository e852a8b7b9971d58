import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@testable import HeadwaySupervisor

@Suite("Progress told to the terminal") struct TerminalProgressTests {
  @Test(
    "only terminals that show progress are told",
    arguments: [
      (["TERM": "xterm-256color"], .unknown), (["TERM": "dumb", "WT_SESSION": "1"], .unknown),
      (["WT_SESSION": "1"], .unknown), (["TERM": "xterm", "WT_SESSION": "1"], .showing),
      (["TERM": "xterm", "ConEmuANSI": "ON"], .showing), (["TERM": "xterm-ghostty"], .showing),
      (["TERM": "xterm", "TERM_PROGRAM": "WezTerm"], .showing),
      (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.10"], .unknown),
      (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.6.6"], .showing),
      (["TERM": "screen", "TMUX": "x", "TERM_PROGRAM_VERSION": "3.3a"], .ignoring),
      (["TERM": "tmux-256color", "TMUX": "x", "WT_SESSION": "1"], .ignoring),
      (["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM_VERSION": "3.7a"], .showing),
      (["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM_VERSION": "next-3.8"], .showing),
      (["TERM": "screen", "STY": "x", "WT_SESSION": "1"], .unknown),
      (["TERM": "xterm", "TERM_FEATURES": "T3LrMSc7UUw9Ts3BFGsSyHNoSxP"], .showing),
      (["TERM": "xterm", "TERM_FEATURES": "T3LrMPc7UUw"], .unknown),
      (["TERM": "xterm", "KONSOLE_VERSION": "260400"], .showing),
      (["TERM": "xterm", "KONSOLE_VERSION": "251203"], .unknown),
      (["TERM": "xterm", "PTYXIS_VERSION": "48.1"], .showing),
      (["TERM": "xterm", "VTE_VERSION": "8000"], .showing),
      (["TERM": "xterm", "VTE_VERSION": "7600"], .unknown),
    ] as [([String: String], ProgressTerminal)])
  func terminals(variables: [String: String], expected: ProgressTerminal) {
    #expect(ProgressTerminal { variables[$0] } == expected)
  }

  /// What a terminal sees of a script whose lines are percents, and what is left without ours.
  private func seen(_ script: String) throws -> (all: String, commands: String) {
    let task = SupervisedTask()
    let command = try RunningCommand(
      onTerminal: [RunningCommand.supervise, "bash", "-c", script],
      environment: task.environment + ["SUPERVISE_TELLS_TERMINAL=1"])
    let all = String(decoding: command.readAll(), as: UTF8.self)
    #expect(command.wait() == .code(0))
    return (all, all.replacing(#/\u{1B}\]9;4;\d;\d+\u{1B}\\/#, with: ""))
  }

  @Test("a real terminal sees it move and cleared, and the command's bytes as they were")
  func moves() throws {
    let script = "for n in 10 20 30 40; do printf '\\rCopying %s%%' $n; sleep .15; done"
    let seen = try seen(script)
    #expect(seen.all.contains("\u{1B}]9;4;1;20\u{1B}\\") && seen.all.contains(";1;40\u{1B}\\"))
    #expect(seen.all.hasSuffix("\u{1B}]9;4;0;0\u{1B}\\"))
    #expect(seen.commands == [10, 20, 30, 40].map { "\rCopying \($0)%" }.joined())
  }

  @Test("nothing is put into a sequence or a character that is under way")
  func sequences() throws {
    let script = #"""
      printf '\rCopying 10%%\rCopying 20%%\r\033]0;a ti'; sleep .3; printf 'tle\007'; sleep .1
      printf '\rCopying 30%%\r\303'; sleep .3; printf '\251\n'; sleep .2
      """#
    let seen = try seen(script)
    #expect(seen.all.contains("\u{1B}]0;a title\u{7}") && seen.all.contains("é"))
    #expect(seen.all.contains(";1;20\u{1B}\\") && seen.all.contains(";1;30\u{1B}\\"))
  }

  @Test("a command's own passes once, and ours is silent")
  func passes() throws {
    let seen = try seen(
      #"for n in 10 20 30; do printf '\033]9;4;1;%s\033\\' $n; sleep .15; done"#)
    #expect(
      seen.all == [10, 20, 30].map { "\u{1B}]9;4;1;\($0)\u{1B}\\" }.joined(),
      "\(seen.all.debugDescription)")
  }

  @Test("it is cleared too where a signal ends the command")
  func killed() throws {
    let task = SupervisedTask()
    let command = try RunningCommand(
      onTerminal: [
        RunningCommand.supervise, "sh", "-c",
        "printf '\\r10%%'; sleep .1; printf '\\r20%% '; exec sleep 100",
      ], environment: task.environment + ["SUPERVISE_TELLS_TERMINAL=1"])
    _ = command.read(until: "\u{1B}]9;4;1;20\u{1B}\\")
    command.signal(SIGTERM)
    #expect(
      String(decoding: command.readAll(), as: UTF8.self).hasSuffix("\u{1B}]9;4;0;0\u{1B}\\"))
    #expect(command.wait() == .signal(SIGTERM))
  }
}
