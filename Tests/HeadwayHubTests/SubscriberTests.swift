import HeadwayHubCore
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  @Suite struct SubscriberTests {
    @Test("a snapshot of thousands of tasks is whole")
    func aSnapshotOfThousandsOfTasksIsWhole() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        for index in 0..<UInt64(2000) {
          let task = TaskDescription(key: .numbered(index), title: "Export")
          client.send(BeginMessage(task, WorkerReport(), request: Int(index)))
        }
        var begun = 0
        try client.first(within: .seconds(10)) { message in
          if case .begun = message { begun += 1 }
          return begun == 2000 ? () : nil
        }
        let list = try bed.command().list(all: false)
        #expect(list.map(\.number.value) == Array(1...2000))
        #expect(list.map(\.key) == (0..<2000).map(TaskKey.numbered))
        #expect(try Picture(bed.paths).tasks.count == 2000)
      }
    }

    @Test("a slow subscriber gets the latest state and costs others nothing")
    func aSlowSubscriberGetsTheLatestStateAndCostsOthersNothing() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        for index in 0..<UInt64(50) { try client.begin(.numbered(index)) }
        let slow = try RawClient(bed.paths)
        try slow.send(#"{"type":"subscribe"}"#)
        let picture = try Picture(bed.paths)
        for round in 1...200 {
          for index in 0..<UInt64(50) {
            client.send(
              UpdateMessage(task: .key(.numbered(index)), .done(Int64(round), of: 200)))
          }
        }
        try client.update(.numbered(0), .done(200))
        for index in 0..<UInt64(50) {
          try picture.wait(for: .numbered(index), "the last value") {
            $0.progress.completed == 200
          }
        }
        var last: [TaskKey: Int64] = [:]
        var changeCount = 0
        try eventually("the last values, read late") {
          for case .change(let change) in try slow.arrived() {
            changeCount += 1
            last[change.task.key] = change.task.progress.completed
          }
          return last.count == 50 && last.values.allSatisfy { $0 == 200 }
        }
        #expect(changeCount < 10_000 / 2)
      }
    }

    @Test("out of view only listings are told")
    func outOfViewOnlyListingsAreTold() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        try client.begin(.a)
        try client.begin(.b)
        try client.update(.b, .done(1, of: 100))
        let picture = try Picture(bed.paths, view: [.a])
        for value in 2...20 { try client.update(.b, .done(Int64(value))) }
        try client.update(.a, .done(1, of: 2))
        try picture.wait(for: .a, "what is in view") { $0.progress.fraction == 0.5 }
        #expect(picture.tasks[.b]?.progress.completed == 1)
        #expect(picture.changes[.b] == nil)
        try client.end(.b)
        try picture.wait(for: .b, "an end out of view") { $0.state == .ended }
        #expect(picture.changes[.b] == 1)
      }
    }

    @Test("what goes on in view is told by steps and is what the list has")
    func whatGoesOnInViewIsToldByStepsAndIsWhatTheListHas() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        try client.begin(.a)
        let picture = try Picture(bed.paths, view: [.a])
        for value in 1...20 {
          try client.update(.a, .done(Int64(value), of: 20))
          try picture.wait(for: .a, "update \(value)") { $0.progress.completed == Int64(value) }
        }
        #expect(picture.steps[.a, default: 0] >= 19)
        #expect(picture.changes[.a, default: 0] <= 1)
        var listed = try #require(client.list(all: false).first)
        listed.elapsed = picture.tasks[.a]?.elapsed
        listed.progress.rate = picture.tasks[.a]?.progress.rate
        (listed.progress.eta, listed.progress.etaConfidence) = (
          picture.tasks[.a]?.progress.eta, picture.tasks[.a]?.progress.etaConfidence
        )
        #expect(picture.tasks[.a] == listed)
        try client.end(.a)
        try picture.wait(for: .a, "its end, which is no step") { $0.state == .ended }
      }
    }

    @Test("what comes into view is told")
    func whatComesIntoViewIsTold() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        try client.begin(.a)
        let picture = try Picture(bed.paths, view: [.b])
        try client.update(.a, .done(1, of: 2))
        picture.link.setInterest([.a])
        try picture.wait(for: .a, "the new view") { $0.progress.fraction == 0.5 }
      }
    }

    @Test("an ended task is removed from the list and kept in the record")
    func anEndedTaskIsRemovedFromTheListAndKeptInTheRecord() async throws {
      var settings = HubEngineSettings()
      settings.core.keepEnded = .milliseconds(100)
      try await withHub(settings) { bed in
        let picture = try Picture(bed.paths)
        let client = try bed.command(.worker)
        try client.begin(.a)
        try picture.wait(for: .a, "a beginning") { _ in true }
        try client.end(.a)
        try eventually("a removal") {
          picture.step()
          return picture.tasks.isEmpty
        }
        #expect(try client.list(all: false).isEmpty)
        let past = try client.list(all: true)
        #expect(past.map(\.key) == [.a])
        #expect(past.first?.ending == TaskEnding(reason: .completed))
      }
    }

    @Test("what leaves the live list while it is sent is in the list of all")
    func whatLeavesTheLiveListWhileItIsSentIsInTheListOfAll() async throws {
      var settings = HubEngineSettings()
      settings.core.keepEnded = .milliseconds(300)
      try await withHub(settings) { bed in
        let client = try bed.command(.worker)
        let long = String(repeating: "x", count: 500)
        for index in 0..<UInt64(1500) {
          var report = WorkerReport()
          report.subtitle = SanitisedText(long)
          let task = TaskDescription(key: .numbered(index), title: "Export")
          client.send(BeginMessage(task, report))
          client.send(EndMessage(task: .key(.numbered(index)), TaskEnding(reason: .completed)))
        }
        try client.begin(.a)
        let slow = try RawClient(bed.paths)
        try slow.send(#"{"type":"list","all":true,"request":1}"#)
        try eventually("an empty live list") {
          try bed.command().list(all: false).map(\.key) == [.a]
        }
        var keys: Set<TaskKey> = []
        try slow.first("the end of the list") { message in
          if case .task(let item) = message { keys.insert(item.task.key) }
          if case .snapshotEnd = message { return () }
          return nil
        }
        #expect(keys.count == 1501)
      }
    }

    @Test("a followed summary comes again when it changes")
    func aFollowedSummaryComesAgainWhenItChanges() async throws {
      try await withHub { bed in
        let client = try RawClient(bed.paths)
        try client.send(#"{"type":"summary","request":3,"follow":true}"#)
        let empty = try client.first("a summary") { message in
          if case .summary(let summary) = message { summary } else { nil }
        }
        #expect(empty.request == 3 && empty.running == 0)
        let worker = try bed.command(.worker)
        try worker.begin(.a)
        let busy = try client.first("a new summary") { message in
          if case .summary(let summary) = message { summary } else { nil }
        }
        #expect(busy.request == nil && busy.running == 1)
      }
    }

    @Test("subscribers hear what their terminals are to tell")
    func subscribersHearWhatTheirTerminalsAreToTell() async throws {
      var settings = HubEngineSettings()
      (settings.core.telling.terminal, settings.core.telling.after) = (true, .zero)
      try await withHub(settings) { bed in
        let (subscriber, other) = (try RawClient(bed.paths), try RawClient(bed.paths))
        try subscriber.send(#"{"type":"subscribe"}"#)
        try other.send(#"{"type":"summary","request":3,"follow":true}"#)
        let worker = try bed.command(.worker)
        try worker.begin(.a, "Export")
        try worker.end(.a)
        let told = try subscriber.first("a notification") { message in
          if case .notification(let told) = message { told.notification } else { nil }
        }
        #expect(told.line == "Export: completed after 0 s" && !told.isUrgent)
        let heard = try other.arrived()
        #expect(!heard.contains { if case .notification = $0 { true } else { false } })
      }
    }

    @Test("a goodbye is said before the hub leaves")
    func aGoodbyeIsSaidBeforeTheHubLeaves() async throws {
      try await withHub { bed in
        let picture = try Picture(bed.paths)
        await bed.stop()
        try eventually("a goodbye") {
          picture.step()
          return picture.saidGoodbye
        }
        #expect(throws: LinkError.noHub) { try bed.command() }
      }
    }
  }
}
