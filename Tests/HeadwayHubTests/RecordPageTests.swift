import Foundation
import GRDB
import HeadwayHubCore
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import Testing

@testable import HeadwayHub

extension HubTests {
  @Suite struct RecordPageTests {
    private static let now = WallTime(millisecondsSinceEpoch: 1_700_000_000_000)

    @Test("pages have every ended task once by number")
    func pagesHaveEveryEndedTaskOnceByNumber() throws {
      try withRecord(of: 1000) { store in
        var numbers: [Int] = []
        var request = PageRequest(query: .everything)
        while true {
          let page = try store.page(request, at: Self.now)
          #expect(page.records.count <= 256)
          numbers += page.records.map(\.number.value)
          guard let next = page.next else { break }
          request.after = next
        }
        #expect(numbers == (1...1000).filter { $0 % 10 != 0 })
      }
    }

    @Test("the last are the last that match")
    func theLastAreTheLastThatMatch() throws {
      try withRecord(of: 100) { store in
        let query = try TaskQuery("reason:failed")
        let last = try store.page(PageRequest(query: query, last: 3), at: Self.now)
        #expect(last.records.map(\.number.value) == [95, 97, 99] && last.next == nil)
        let all = try store.page(PageRequest(query: query, last: 500), at: Self.now)
        #expect(all.records.count == 50)
        let later = try store.page(
          PageRequest(query: query, after: PageRequest.Place(number: 97), last: 3), at: Self.now)
        #expect(later.records.map(\.number.value) == [99])
        let none = try store.page(PageRequest(query: query, last: 0), at: Self.now)
        #expect(none.records.isEmpty)
      }
    }

    @Test("by end the last are those that ended last")
    func byEndTheLastAreThoseThatEndedLast() throws {
      try withRecord(of: 1000, endingNow: [1]) { store in
        var request = PageRequest(query: .everything, order: .end)
        var numbers: [Int] = []
        while true {
          let page = try store.page(request, at: Self.now)
          numbers += page.records.map(\.number.value)
          guard let next = page.next else { break }
          request.after = next
        }
        #expect(numbers == (2...1000).filter { $0 % 10 != 0 } + [1])
        var last = PageRequest(query: .everything, order: .end, last: 2)
        #expect(try store.page(last, at: Self.now).records.map(\.number.value) == [999, 1])
        last.query = try TaskQuery("n:1-500")
        #expect(try store.page(last, at: Self.now).records.map(\.number.value) == [499, 1])
      }
    }

    @Test("what ended together goes by number and comes once")
    func whatEndedTogetherGoesByNumberAndComesOnce() throws {
      try withRecord(of: 600, endingNow: 1...600) { store in
        var request = PageRequest(query: .everything, order: .end, last: 400)
        var numbers: [Int] = []
        while true {
          let page = try store.page(request, at: Self.now)
          numbers += page.records.map(\.number.value)
          guard let next = page.next else { break }
          (request.after, request.last) = (next, nil)
        }
        #expect(numbers == Array((1...600).filter { $0 % 10 != 0 }.suffix(400)))
      }
    }

    @Test(
      "a query finds the tasks that match it",
      arguments: [
        ("n:7-9", [7, 8, 9]), ("\"job 42\"", [42]), ("make id:com.example.4", [4]),
        ("n:1-12 -reason:failed", [2, 4, 6, 8, 12]), ("since:95s", [96, 97, 98, 99]),
      ])
    func whatMatches(_ text: String, _ numbers: [Int]) throws {
      try withRecord(of: 100) { store in
        let request = PageRequest(query: try TaskQuery(text))
        let page = try store.page(request, at: Self.now)
        #expect(page.records.map(\.number.value) == numbers)
        let matches = page.records.filter { request.query.matches($0.snapshot, at: Self.now) }
        #expect(matches == page.records, "the record and the list agree")
      }
    }

    @Test("a hub that starts loads what lives and what ended of late")
    func aHubThatStartsLoadsWhatLivesAndWhatEndedOfLate() throws {
      try withRecord(of: 1000) { store in
        let contents = try store.load(endedAfter: Self.now.advanced(by: .seconds(-60)))
        let late = contents.records.filter { $0.state == .ended }.map(\.number.value)
        let live = contents.records.filter { $0.state != .ended }
        #expect(late == [998, 999] && live.count == 100)
        let numbers = contents.records.map(\.number.value)
        #expect(numbers == numbers.sorted())
        let byEnd =
          "state = 'ended' AND endedAt >= 5 AND (endedAt, number) > (5, 1) ORDER BY endedAt"
        for sql in ["state != 'ended'", "state = 'ended' AND endedAt >= 5", byEnd] {
          let plan = try store.plan(of: "SELECT * FROM task WHERE \(sql)")
          #expect(plan.contains("USING INDEX") && !plan.contains("SCAN task\n"), "\(plan)")
        }
      }
    }

    @Test("history comes in pages over the wire")
    func historyComesInPagesOverTheWire() async throws {
      try await withHub(starting: false) { bed in
        try RecordStore(path: bed.paths.record).save(
          try Self.records(600).filter { $0.state == .ended })
        try await bed.start()
        let client = try bed.command()
        var position = HistoryPosition(.everything, last: nil)
        var pages: [[Int]] = []
        while !position.isAtEnd {
          pages.append(try client.nextPage(of: &position).map(\.number.value))
        }
        #expect(pages.count == 3)
        #expect(pages.flatMap { $0 } == (1...600).filter { $0 % 10 != 0 })
        var last = HistoryPosition(try TaskQuery("-reason:failed"), last: 2)
        let tail = try client.nextPage(of: &last)
        #expect(tail.map(\.number.value) == [596, 598] && last.isAtEnd)
      }
    }

    @Test("the whole record is read beside other work")
    func theWholeRecordIsReadBesideOtherWork() async throws {
      try await withHub(starting: false) { bed in
        try RecordStore(path: bed.paths.record).save(
          try Self.records(2000).filter { $0.state == .ended })
        try await bed.start()
        try bed.command().begin(.a)
        let client = try RawClient(bed.paths)
        let lines = [
          #"{"type":"list","all":true,"request":1}"#, #"{"type":"summary","request":2}"#,
        ]
        try client.sendBytes(Array(lines.map { $0 + "\n" }.joined().utf8))
        var (isAnswered, numbers): (Bool, [Int]) = (false, [])
        let end = try client.first("the end of the list") { message -> SnapshotEnd? in
          switch message {
          case .summary: isAnswered = numbers.isEmpty
          case .task(let item): numbers.append(item.task.number.value)
          case .snapshotEnd(let end): return end
          default: break
          }
          return nil
        }
        #expect(isAnswered, "what was asked later waited for the record")
        #expect(end.request == 1 && end.count == numbers.count && end.next == nil)
        #expect(numbers == (1...2000).filter { $0 % 10 != 0 } + [2000])
      }
    }

    @Test("the record is read no further than its reader takes it")
    func theRecordIsReadNoFurtherThanItsReaderTakesIt() async throws {
      try await withHub(starting: false) { bed in
        try RecordStore(path: bed.paths.record).save(
          try Self.records(8000).filter { $0.state == .ended })
        try await bed.start()
        let idler = try RawClient(bed.paths)
        try idler.send(#"{"type":"list","all":true,"request":1}"#)
        let client = try bed.command()
        #expect(try client.list(all: true).count == 7200)
        #expect(try client.clean([.number(try #require(TaskNumber(7999)))]) == 1)
        let numbers = try idler.numbersOfList()
        #expect(numbers == Array((1...7998).filter { $0 % 10 != 0 }))
      }
    }

    /// Every tenth lives, every odd one failed; each ended 20 s before the next, the last 10 s ago.
    private static func records(_ count: Int) throws -> [TaskRecord] {
      try (1...count).map { number in
        var task = TaskDescription(
          key: .numbered(UInt64(number)), title: SanitisedText("job \(number)"))
        task.identifier = SanitisedText("com.example.\(number)", limit: .identifier)
        task.command = ["make", "-j"]
        let end = now.advanced(by: .seconds((number - count) * 20 - 10))
        var record = TaskRecord(
          number: try #require(TaskNumber(number)), description: task,
          state: number % 10 == 0 ? .running : .ended,
          process: ProcessIdentity(pid: 0, startTime: 1, bootID: "boot"), startedAt: end)
        guard number % 10 != 0 else { return record }
        record.ending = TaskEnding(reason: number % 2 == 0 ? .completed : .failed)
        (record.endedAt, record.elapsed) = (end, .seconds(1))
        return record
      }
    }

    private func withRecord(
      of count: Int, endingNow late: some Sequence<Int> = [], _ body: (RecordStore) throws -> Void
    ) throws {
      let folder = NSTemporaryDirectory() + "headway-pages-\(UInt64.random(in: 0 ... .max))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let store = try RecordStore(path: folder + "/r")
      let late = Set(late)
      try store.save(
        try Self.records(count).map { record in
          var record = record
          if late.contains(record.number.value), record.ending != nil { record.endedAt = Self.now }
          return record
        })
      try body(store)
    }
  }
}

extension RawClient {
  /// Of all tasks that come before the end of a list.
  fileprivate func numbersOfList() throws -> [Int] {
    var numbers: [Int] = []
    return try first("the end of the list") { message in
      if case .task(let item) = message { numbers.append(item.task.number.value) }
      if case .snapshotEnd = message { return numbers }
      return nil
    }
  }
}

extension RecordStore {
  /// How SQLite goes about it, a line a step.
  fileprivate func plan(of sql: String) throws -> String {
    try read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql)
        .map { "\($0["detail"] as String? ?? "")\n" }.joined()
    }
  }
}
