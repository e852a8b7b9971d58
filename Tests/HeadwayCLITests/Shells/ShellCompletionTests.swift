import ArgumentParser
import HeadwayModel
import Testing

@testable import headway

@Suite struct ShellCompletionTests {
  @Test("each shell gets the word and its description in its own form")
  func forms() {
    let completion = ShellCompletion(#"a:b\c"#, #"x:y \ z"#)
    #expect(completion.text(for: .zsh) == #"a\:b\\c:x:y \\ z"#)
    #expect(completion.text(for: .fish) == "a:b\\c\tx:y \\ z")
    #expect(ShellCompletion("big disk", "x").text(for: .bash) == "'big disk'")
    #expect(ShellCompletion("it's", "x").text(for: .bash) == #"'it'\''s'"#)
    #expect(ShellCompletion("a:b", "x").text(for: nil) == "a:b")
  }

  @Test(
    "bash isn't offered what it would put on the line without quotes",
    arguments: ["$(touch pwned)", "`touch pwned`", "a$b", "a\\b", "!x", "a*", "a;b", "a\nb"])
  func dangerous(word: String) {
    #expect(ShellCompletion(word, "x").text(for: .bash) == nil)
    #expect(ShellCompletion(word, "x").text(for: .zsh) != nil)
  }

  @Test("a word completes what is typed, also behind an equals sign")
  func typed() {
    let completion = ShellCompletion("ml", "x")
    for typed in ["", "m", "ml", "--group=", "--group=m"] {
      #expect(completion.completes(typed), "\(typed)")
    }
    for typed in ["x", "mlx", "--group", "--group=x", "m=l"] {
      #expect(!completion.completes(typed), "\(typed)")
    }
  }

  @Test("groups are those of the tasks and those of the config, each once")
  func groups() throws {
    let tasks = try [("ml", true), ("ml", false), ("a b", true), (nil, true)].enumerated().map {
      try Self.task($0 + 1, isLive: $1.1, group: $1.0)
    }
    let groups = GroupCompletion.groups(ofTasks: tasks, inConfig: ["ml": 1, "disk": 2])
    #expect(groups.map(\.word) == ["a b", "disk", "ml"])
    #expect(
      groups.map(\.summary) == ["1 live task", "0 live tasks, 2 slots", "1 live task, 1 slot"])
  }

  @Test("tasks are offered live ones first, and last for the newest one")
  func tasks() throws {
    let tasks = try (1...4).map { try Self.task($0, isLive: $0 == 2) }
    func words(
      _ orLast: Bool, _ typed: String = "", _ isOffered: (TaskSnapshot) -> Bool
    ) -> [String] {
      TaskCompletion.words(for: tasks, orLast: orLast, typed: typed, isOffered).map(\.word)
    }
    #expect(words(false) { _ in true } == ["2", "4", "3", "1"])
    #expect(words(true) { _ in true } == ["2", "4", "3", "1", "last"])
    #expect(words(true) { $0.state != .ended } == ["2"])
    #expect(words(true) { $0.number.value == 4 } == ["4"])
    #expect(words(true, "l") { $0.number.value == 4 } == ["4", "last"])
    #expect(TaskCompletion.words(for: [], orLast: true, typed: "l") { _ in true }.isEmpty)
  }

  @Test("help offers commands and topics, man only commands")
  func pages() {
    func words(_ line: String...) -> [String] {
      PageCompletion.words(in: ["headway"] + line + [""], line.count + 1).map(\.word)
    }
    let help = words("help")
    #expect(help.contains("submit") && help.contains("task-spooler"))
    #expect(help.count { $0 == "run" } == 1)
    #expect(words("man").contains("run") && !words("man").contains("queue"))
    #expect(words("help", "hub").starts(with: ["start", "stop"]))
    #expect(words("man", "hub", "start").isEmpty && words("help", "nonsense").isEmpty)
  }

  private static func task(
    _ number: Int, isLive: Bool, group: String? = nil
  ) throws -> TaskSnapshot {
    var task = TaskSnapshot(
      number: try #require(TaskNumber(number)), key: TaskKey(high: 0, low: UInt64(number)),
      title: SanitisedText("t\(number)"), state: isLive ? .running : .ended)
    task.group = group.map { SanitisedText($0, limit: .identifier) }
    return task
  }
}
