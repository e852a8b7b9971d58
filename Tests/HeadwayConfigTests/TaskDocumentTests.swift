import HeadwayConfig
import Testing

@Suite("A task as TOML")
struct TaskDocumentTests {
  private static var task: TaskDocument {
    var task = TaskDocument()
    task.title = "Say \"hi\" \\\\ bye"
    task.command = ["sh", "-c", "echo 'a\tb'"]
    task.directory = "/tmp/x y"
    task.priority = -5
    task.group = "ml"
    task.at = ""
    task.every = "Mon..Fri 03:00"
    task.after = ["7", "com.example.a"]
    task.afterAny = []
    task.needs = ["gpu": 2, "my license": 1]
    return task
  }

  @Test("what is written is read again")
  func roundTrip() throws {
    var expected = Self.task
    expected.unset = []
    #expect(try TaskDocument.decode(Self.task.text(heading: "Task 7: x")) == expected)
  }

  @Test("a line that is missing leaves its property; variables are set and removed")
  func parts() throws {
    let task = try TaskDocument.decode("priority = 3\nunset = ['A']\n[env]\nB = 'c d'\n")
    #expect(task.priority == 3 && task.title == nil && task.command == nil)
    #expect(task.unset == ["A"] && task.environment == ["B": "c d"])
  }

  @Test(
    "a mistake is said with its line",
    arguments: [
      ("title = 'a'\npriority = 'high'", 2), ("titel = 'a'", 1), ("\nafter = [[1]]", 2),
      ("needs = { gpu = 0 }", 1), ("title = 'a", 1), ("[env]\nA = 5", 2),
      ("[env]\ngroup = 'ml'", 2), ("command = 'ls'", 1),
    ])
  func mistakes(text: String, line: Int) {
    let error = #expect(throws: ConfigError.self) { try TaskDocument.decode(text) }
    #expect(error?.position?.line == line, "\(String(describing: error))")
  }
}
