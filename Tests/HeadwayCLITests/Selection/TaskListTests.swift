import HeadwayModel
import Testing

@testable import headway

/// Lists of tasks in one word of the command line.
@Suite struct TaskListTests {
  @Test(
    "a word names one task or several",
    arguments: [
      ("7", "7"), ("8,9", "8 9"), ("61-63,7", "61 62 63 7"), ("proj.db,8", "proj.db 8"),
    ])
  func names(word: String, read: String) throws {
    let list = try #require(TaskList(argument: word))
    #expect(!list.namesLast)
    #expect(list.references.map(\.description).joined(separator: " ") == read)
    #expect(list.count == list.references.count)
  }

  @Test("last is the task that it is replaced by")
  func last() throws {
    let list = try #require(TaskList(argument: "3,last"))
    #expect(list.namesLast && list.count == 2)
    let number = try #require(TaskNumber(12))
    let named = list.naming(.number(number))
    #expect(named.references.map(\.description) == ["3", "12"] && !named.namesLast)
  }

  @Test(
    "empty parts, patterns and ranges that are too long are refused",
    arguments: ["", ",", "8,", "com.*", "1-65", "0"])
  func refused(word: String) { #expect(TaskList(argument: word) == nil) }

  @Test("a filter for the newest task chooses it")
  func filter() throws {
    let tasks = [3, 9, 5].compactMap { TaskNumber($0) }.map {
      TaskSnapshot(
        number: $0, key: TaskKey(high: 0, low: UInt64($0.value)), title: "t", state: .running)
    }
    let selection = TaskSelection(
      names: [], group: nil, query: try TaskQuery("n:last"), isAll: false)
    let found = selection.references(among: tasks, at: .now, for: .cancel).found
    #expect(found == [.key(TaskKey(high: 0, low: 9))])
  }
}
