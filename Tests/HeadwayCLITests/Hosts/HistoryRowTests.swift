import HeadwayModel
import HeadwayMonitor
import Testing

@testable import headway

@Suite("Ended tasks of several machines") struct HistoryRowTests {
  private func row(
    _ host: String?, _ number: Int, endedAt seconds: Int
  ) throws -> HistoryOutput.Row {
    var task = TaskSnapshot(
      number: try #require(TaskNumber(number)), key: TaskKey(high: 0, low: UInt64(number)),
      title: "t", state: .ended)
    task.endedAt = WallTime(millisecondsSinceEpoch: Int64(seconds) * 1000)
    return HistoryOutput.Row(host.flatMap { HostName($0) }, task)
  }

  @Test("they are in the order of their ends, and the limit keeps the latest of all")
  func merged() throws {
    let rows = [
      try row(nil, 1, endedAt: 10), try row(nil, 2, endedAt: 30), try row("a", 1, endedAt: 20),
      try row("b", 9, endedAt: 5),
    ]
    func names(
      last: Int? = nil, sort: TaskColumn? = nil, reverse: Bool = false
    ) -> [String] {
      HistoryOutput.Row.merged(rows, last: last, sort: sort, reverse).map {
        TaskColumn.number.cell(of: $0.task, $0.context)
      }
    }
    #expect(names() == ["b:9", "1", "a:1", "2"])
    #expect(names(last: 2) == ["a:1", "2"] && names(last: 9).count == 4)
    #expect(names(reverse: true) == ["2", "a:1", "1", "b:9"])
    #expect(names(last: 3, sort: .number) == ["1", "a:1", "2"])
  }
}
