import HeadwayModel
import Testing

/// Entries of the system's journal.
@Suite("Journal entries")
struct JournalEntryTests {
  private func task(_ ending: TaskEnding?) throws -> TaskSnapshot {
    var description = TaskDescription(key: TaskKey(high: 1, low: 2), title: "夜間 = backup")
    description.identifier = "com.example.backup"
    let number = try #require(TaskNumber(7))
    var task = TaskSnapshot(
      number: number, description, state: ending == nil ? .running : .ended)
    (task.ending, task.elapsed) = (ending, Duration.seconds(63))
    return task
  }

  private func value(_ name: String, _ entry: JournalEntry?) -> String? {
    entry?.fields.first { $0.name == name }?.value
  }

  @Test("an end has the task's number, key, identifier, reason and status")
  func fields() throws {
    let entry = try #require(
      JournalEntry(of: task(TaskEnding(reason: .failed, status: .code(3)))))
    #expect(
      value("MESSAGE", entry) == "task 7 夜間 = backup: failed with exit code 3 after 1 m 3 s")
    #expect(value("PRIORITY", entry) == "4" && value("HEADWAY_EXIT_CODE", entry) == "3")
    #expect(value("HEADWAY_REASON", entry) == "failed" && value("HEADWAY_SIGNAL", entry) == nil)
    #expect(value("HEADWAY_ID", entry) == "com.example.backup")
    #expect(value("HEADWAY_ELAPSED_SECONDS", entry) == "63")
    #expect(value("HEADWAY_TASK_NUMBER", entry) == "7" && value("HEADWAY_GROUP", entry) == nil)
    let text = String(decoding: entry.bytes, as: UTF8.self)
    #expect(text.hasPrefix("MESSAGE=task 7 夜間 = backup: failed"))
    #expect(text.split(separator: "\n").count == entry.fields.count, "a line for each field")
    for field in entry.fields {
      #expect(field.name.utf8.allSatisfy { $0 == 0x5F || (0x41...0x5A).contains($0) })
    }
  }

  @Test("a success is information, and a signal has its number")
  func levels() throws {
    let done = JournalEntry(
      of: try task(TaskEnding(reason: .completed, status: .code(0))))
    #expect(value("PRIORITY", done) == "6")
    let killed = JournalEntry(
      of: try task(TaskEnding(reason: .failed, status: .signal(9))))
    #expect(value("HEADWAY_SIGNAL", killed) == "9" && value("HEADWAY_EXIT_CODE", killed) == nil)
  }

  @Test("a sensitive task has no entry, and neither has one that goes on")
  func none() throws {
    let open = try task(nil)
    #expect(JournalEntry(of: open) == nil)
    var secret = try task(TaskEnding(reason: .completed))
    secret.sensitive = true
    #expect(JournalEntry(of: secret) == nil)
  }
}
