import Testing
import TestHarness
import TestProcesses

/// Japanese for people, and English for programs.
@Suite(.fewAtATime) struct LanguageTests {
  private static let japanese = ["LANGUAGE": "ja", "LC_ALL": "C.UTF-8"]

  /// The output and the errors of a command in Japanese.
  private func inJapanese(_ workspace: Workspace, _ script: String) async throws -> String {
    let outcome = try await workspace.run(script, environment: Self.japanese)
    return outcome.text + outcome.errorText
  }

  @Test("lists, errors and answers are Japanese, also where an English hub composed the words")
  func commands() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        """
        headway group add ml --slots 1; headway submit --group ml --title one -- sleep 300
        headway submit --group ml --title two -- true; headway submit --hold --title three -- true
        headway submit --after 1 --title four -- true
        """)
      try await workspace.task("one") { $0.state == "running" }
      let list = try await inJapanese(workspace, "headway list")
      for words in ["実行中", "グループ ml の空きスロット", "保留中 (headway resume 3)", "タスク1"] {
        #expect(list.contains(words), "\(list)")
      }
      let cases = [
        ("headway cancel 99", "headway: タスク99はありません。参照: headway list\n"),
        ("headway list --bar", "headway: オプション --bar はありません"),
        ("headway nonsense", "headway: コマンド nonsense はありません"),
        ("headway resume 4", "タスク4は保留中ではありません"),
        ("headway submit --slots x -- true", "--slots"),
        ("headway list --filter state:x", "state:x"),
      ]
      for (command, words) in cases {
        let said = try await inJapanese(workspace, command)
        #expect(said.contains(words) && !said.contains("isn't"), "\(command): \(said)")
      }
    }
  }

  @Test("what a program reads is the same in every language")
  func programs() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway run --title failed -- false; headway submit --hold --title held -- true")
      let commands = [
        "headway list --all --json | grep -v elapsed", "headway status --format tmux",
        "headway status --format json", "headway status --format '{text}'", "headway help queue",
        "headway man list", "headway doctor --json | jq 'map(.check)'", "headway show 2 --json",
        "headway history --json | grep -v elapsed", "headway group list --json",
        "headway metrics | grep -v _seconds", "headway completions bash",
      ]
      for command in commands {
        let english = try await workspace.run(command)
        let japanese = try await workspace.run(command, environment: Self.japanese)
        #expect(english.text == japanese.text && !english.text.isEmpty, "\(command)")
      }
      let other = try await workspace.run(
        "headway list --all", environment: ["LANGUAGE": "ja", "LC_ALL": "C"])
      #expect(other.text.contains("STATE"))
    }
  }

  @Test(
    "notifications are in the language of the hub's environment, hooks and the record in English")
  func notifications() async throws {
    let config = """
      [tell]
      tmux = true
      after = '0s'
      on-finish = 'cd ~/../work; env >new; mv new finish'
      """
    try await Workspace.use(config: config) { workspace in
      try await workspace.run("headway hub start", environment: Self.japanese)
      let outer = try TmuxServer(workspace)
      let pane = try await outer.pane(
        "exec env -u TMUX tmux -u -L inner -f /dev/null new-session 'exec cat'", columns: 120)
      try await pane.wait(for: "[0]")
      try await workspace.run("headway run --title '夜の仕事' -- sh -c 'exit 3'")
      try await pane.wait(for: "夜の仕事: 失敗 (終了コード3)")
      let english = try await workspace.run("headway list --all")
      #expect(english.text.contains("failed with exit code 3"), "\(english.text)")
      try await eventually("the hook") { workspace.exists("finish") }
      #expect(!workspace.read("finish").contains("失敗"))
      try await workspace.run("tmux -L inner kill-server")
    }
  }

  @Test(
    "the monitor is Japanese at every size, and its questions are answered by the same keys",
    arguments: [(80, 24), (40, 10), (20, 5)])
  func monitor(columns: Int, rows: Int) async throws {
    try await Workspace.use { workspace in
      _ = try workspace.start("exec headway run --title 仕事 -- sleep 300")
      try await workspace.task("仕事") { $0.state == "running" }
      let pane = try await TmuxServer(workspace).pane(
        "LANGUAGE=ja LC_ALL=C.UTF-8 exec headway", columns: columns, rows: rows)
      try await pane.wait(for: "仕事")
      try await pane.send("c")
      try await pane.wait(for: columns == 20 ? "1" : "取り消")
      try await pane.send("y")
      try await workspace.task("仕事") { $0.state == "ended" }
    }
  }
}
