import ArgumentParser
import HeadwayModel
import Testing

@testable import headway

/// The complaints about values that the command line can't have.
@Suite struct RefusedValueTests {
  private func complaint(about words: [String]) -> String? {
    do {
      _ = try HeadwayCommand.parseAsRoot(words)
      return nil
    } catch {
      return HeadwayCommand.message(for: error)
    }
  }

  @Test(
    "a value that begins with a dash is a value, and the complaint says what it must be",
    arguments: ["--timeout", "--grace", "--stall-after", "--refresh"])
  func negative(option: String) throws {
    let text = try #require(complaint(about: ["submit", option, "-5s", "--", "true"]))
    #expect(text.contains("'-5s'") && text.contains("must be a duration such as 30s"))
  }

  @Test("a title may begin with a dash")
  func dashed() throws {
    let command = try HeadwayCommand.parseAsRoot(["submit", "--title", "-x", "--", "true"])
    #expect(try #require(command as? SubmitCommand).task.title == "-x")
  }

  @Test(
    "a word that names no task is answered with the words that do",
    arguments: [
      ["cancel", "0"], ["attach", "0"], ["wait", "0"], ["show", "0"], ["logs", "0"], ["edit", "0"],
      ["send", "0", "x"], ["update", "--task", "0", "--percent", "4"],
    ])
  func noTask(words: [String]) throws {
    #expect(try #require(complaint(about: words)).contains("must be a task's number"))
  }

  @Test("a start in more than a century is too far")
  func tooFar() throws {
    let words = ["submit", "--at", "+9999999d", "--", "true"]
    #expect(try #require(complaint(about: words)).contains("is too far; give a future time"))
  }
}

/// The table of `headway group list`.
@Suite struct GroupTableTests {
  private let groups = ["general", "日本語グループ", String(repeating: "g", count: 100)].map {
    GroupSnapshot(name: SanitisedText($0))
  }

  @Test("columns stand below each other, also after wide letters")
  func aligned() {
    let lines = GroupTable.lines(groups, columns: nil)
    #expect(lines[0].hasPrefix("GROUP" + String(repeating: " ", count: 97) + "SLOTS"))
    #expect(lines[2].hasPrefix("日本語グループ" + String(repeating: " ", count: 88) + "shared"))
  }

  @Test("a narrow terminal cuts the names")
  func narrow() {
    let lines = GroupTable.lines(groups, columns: 60)
    #expect(lines[3].contains("ggg…  shared"))
    #expect(lines.allSatisfy { $0.count <= 60 })
  }
}
