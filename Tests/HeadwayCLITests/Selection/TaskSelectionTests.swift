import HeadwayModel
import Testing

@testable import headway

@Suite struct TaskSelectionTests {
  private static let tasks: [TaskSnapshot] = (1...12).compactMap { (number: Int) -> TaskSnapshot? in
    guard let taskNumber = TaskNumber(number) else { return nil }
    var task = TaskSnapshot(
      number: taskNumber, key: TaskKey(high: 0, low: UInt64(number)),
      title: SanitisedText("t\(number)"),
      state: number % 2 == 0 ? .ended : .running)
    task.identifier = SanitisedText("com.example.\(number % 3)", limit: .identifier)
    task.group = number < 4 ? "ml" : nil
    return task
  }

  private func find(
    _ words: [String], group: String? = nil, _ query: String = "", all: Bool = false,
    for action: TaskAction = .cancel
  ) throws -> (found: [Int], missing: String?) {
    let selection = TaskSelection(
      names: words.compactMap { TaskName(argument: $0) }, group: group,
      query: try TaskQuery(query), isAll: all)
    let (found, missing) = selection.references(among: Self.tasks, at: .now, for: action)
    let numbers = found.map { reference in
      switch reference {
      case .key(let key): Int(key.description.suffix(4), radix: 16) ?? 0
      case .number(let number): number.value
      case .identifier: -1
      }
    }
    return (numbers, missing?.description)
  }

  @Test(
    "each word of the command line is read as a person means it",
    arguments: [
      ("7", "7"), ("61-70", "61-70"), ("com.example.*", "com.example.*"), ("last", "last"),
      ("70-61", "70-61"), ("a-b", "a-b"), ("2026-11-28", "2026-11-28"),
    ])
  func words(word: String, read: String) throws {
    let name = try #require(TaskName(argument: word))
    #expect(name.description == read)
    if case .range = name { #expect(word == "61-70") }
    if case .pattern = name { #expect(word.contains("*")) }
  }

  @Test("a word that can't be a task is none", arguments: ["", "0"])
  func noTask(word: String) { #expect(TaskName(argument: word) == nil) }

  @Test("ranges and patterns take what the command can act on, names what is named")
  func names() throws {
    #expect(try find(["3-6"]).found == [3, 5])
    #expect(try find(["3-6"], for: .acknowledge).found == [4, 6])
    #expect(try find(["com.example.1"]).found == [-1])
    #expect(try find(["com.*.1"]).found == [1, 7])
    #expect(try find(["last"]).found == [12])
    #expect(try find(["4", "5", "4", "5-7"]).found.sorted() == [4, 5, 5, 7])
  }

  @Test("a range or a pattern without any task is named")
  func missing() throws {
    #expect(try find(["3", "20-30"]).missing == "20-30")
    #expect(try find(["org.*"]).missing == "org.*")
    #expect(try find(["2-2"]).found == [] && find(["2-2"]).missing == nil)
  }

  @Test("groups, filters and all are ANDed and keep to what the command can act on")
  func properties() throws {
    #expect(try find([], group: "ml").found == [1, 3])
    #expect(try find([], "n:2-5").found == [3, 5])
    #expect(try find([], group: "ml", "n:2-5").found == [3])
    #expect(try find([], all: true).found == [1, 3, 5, 7, 9, 11])
    #expect(try find([], all: true, for: .acknowledge).found == [2, 4, 6, 8, 10, 12])
  }

  @Test("tasks are chosen in one way, and nothing is chosen by mistake")
  func validation() throws {
    func check(_ names: [TaskName], _ group: String?, _ query: String, _ isAll: Bool) throws {
      try TaskSelection(names: names, group: group, query: try TaskQuery(query), isAll: isAll)
        .validate(of: "cancel")
    }
    #expect(throws: (any Error).self) { try check([], nil, "", false) }
    #expect(throws: (any Error).self) { try check([.last], "ml", "", false) }
    #expect(throws: (any Error).self) { try check([], "ml", "", true) }
    #expect(throws: Never.self) { try check([], "ml", "title:x", false) }
  }
}
