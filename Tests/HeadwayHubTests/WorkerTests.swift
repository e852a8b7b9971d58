import GRDB
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  @Suite struct WorkerTests {
    @Test("a begin an update and an end reach a subscriber")
    func aBeginAnUpdateAndAnEndReachASubscriber() async throws {
      try await withHub { bed in
        let picture = try Picture(bed.paths)
        let worker = bed.worker(.a)
        try worker.step(until: "a number") { worker.number != nil }
        #expect(worker.number?.value == 1)
        worker.report(.done(25, of: 100))
        try worker.step(until: "the update is out") { !worker.wantsWrite }
        try picture.wait(for: .a, "a quarter") { $0.progress.fraction == 0.25 }
        worker.end(TaskEnding(reason: .failed, status: .code(3)), now: SystemClocks.awake)
        try worker.step(until: "the end is settled") { worker.isSettled }
        try picture.wait(for: .a, "the end") {
          $0.ending == TaskEnding(reason: .failed, status: .code(3))
        }
        try eventually("an empty spool") { bed.names(in: bed.paths.spoolDirectory).isEmpty }
      }
    }

    @Test("an acknowledged end is in the file")
    func anAcknowledgedEndIsInTheFile() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        try client.begin(.a)
        #expect(try Self.column("state", of: .a, in: bed) == "running")
        try client.end(.a, TaskEnding(reason: .cancelled(by: .terminal), status: .code(130)))
        #expect(try Self.column("state", of: .a, in: bed) == "ended")
        #expect(try Self.column("endReason", of: .a, in: bed) == "cancelled")
        #expect(try Self.column("endDetail", of: .a, in: bed) == "terminal")
        #expect(try Self.column("exitCode", of: .a, in: bed) == "130")
      }
    }

    @Test("an acknowledged update is in the file")
    func anAcknowledgedUpdateIsInTheFile() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        try client.begin(.a)
        try client.update(.a, .done(7, of: 9))
        #expect(try Self.column("completed", of: .a, in: bed) == "7")
        #expect(try Self.column("total", of: .a, in: bed) == "9")
      }
    }

    @Test("an acknowledged cancel is in the file and reaches the worker")
    func anAcknowledgedCancelIsInTheFileAndReachesTheWorker() async throws {
      try await withHub { bed in
        let worker = bed.worker(.a)
        try worker.step(until: "a number") { worker.number != nil }
        let client = try bed.command()
        try client.ask(CancelMessage(task: .key(.a), request: 9)) { message in
          if case .ok(let done) = message, done.request == 9 { () } else { nil }
        }
        #expect(try Self.column("state", of: .a, in: bed) == "cancelling")
        var orders: [WorkerOrder] = []
        try eventually("the order") {
          orders += worker.step(now: SystemClocks.awake)
          return !orders.isEmpty
        }
        let order = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5))
        #expect(orders == [.cancel(order)])
      }
    }

    @Test("a wait is answered with the end")
    func aWaitIsAnsweredWithTheEnd() async throws {
      try await withHub { bed in
        let worker = try bed.command(.worker)
        let number = try worker.begin(.a)
        let waiter = try bed.command()
        waiter.send(WaitMessage(task: .number(number), request: 1))
        try worker.end(.a, TaskEnding(reason: .failed, status: .signal(9)))
        let ended = try waiter.first(within: .seconds(10)) { message in
          if case .ended(let ended) = message { ended } else { nil }
        }
        #expect(ended.request == 1 && ended.number == number)
        #expect(ended.ending.waitStatus == 137)
      }
    }

    @Test("a refusal names its request and what to do")
    func aRefusalNamesItsRequestAndWhatToDo() async throws {
      try await withHub { bed in
        let client = try RawClient(bed.paths)
        try client.send(#"{"type":"cancel","request":5,"task":12}"#)
        let error = try client.first("a refusal") { message in
          if case .error(let error) = message { error } else { nil }
        }
        #expect(error.request == 5 && error.code == "unknownTask")
        #expect(error.message == "there is no task 12; see: headway list")
      }
    }

    @Test("every request of a pipeline is answered once")
    func everyRequestOfAPipelineIsAnsweredOnce() async throws {
      try await withHub { bed in
        let client = try RawClient(bed.paths)
        let key = TaskKey.a.description
        for (index, line) in [
          #"{"type":"begin","request":R,"key":"K","title":"Export"}"#,
          #"{"type":"update","request":R,"task":"K","completed":1,"total":2}"#,
          #"{"type":"heartbeat","request":R,"task":"K"}"#, #"{"type":"list","request":R}"#,
          #"{"type":"summary","request":R}"#,
          #"{"type":"answer","request":R,"task":1,"answer":"stop"}"#,
          #"{"type":"cancel","request":R,"task":"K"}"#,
          #"{"type":"cancel","request":R,"task":"K"}"#,
          #"{"type":"wait","request":R,"task":1}"#,
          #"{"type":"pause","request":R,"task":"K"}"#, #"{"type":"resume","request":R,"task":1}"#,
          #"{"type":"end","request":R,"task":"K","reason":"completed"}"#,
          #"{"type":"end","request":R,"task":"K","reason":"failed"}"#,
          #"{"type":"heartbeat","request":R,"task":"K"}"#, #"{"type":"wait","request":R,"task":1}"#,
          #"{"type":"begin","request":R,"key":"K","title":"Export"}"#,
          #"{"type":"update","request":R,"task":"K","completed":"x"}"#,
          #"{"type":"stop","request":R}"#,
        ].enumerated() {
          try client.send(
            line.replacing("R", with: "\(index)").replacing("K", with: key))
        }
        var answers: [Int] = []
        try eventually("all answers") {
          answers += try client.arrived().compactMap(Self.answeredRequest)
          return answers.count >= 18
        }
        #expect(answers.sorted() == Array(0..<18))
      }
    }

    private static func answeredRequest(_ message: HubMessage) -> Int? {
      switch message {
      case .ok(let body): body.request
      case .error(let body): body.request
      case .begun(let body): body.request
      case .submitted(let body): body.request
      case .ended(let body): body.request
      case .summary(let body): body.request
      case .snapshotEnd(let body): body.request
      case .group(let body): body.request
      case .cleaned(let body): body.request
      case .environment(let body): body.request
      case .metrics(let body): body.request
      case .hello, .cancel, .pause, .resume, .question, .assertionAwaited, .terminal,
        .selection, .turn, .task, .change, .step, .removed, .goodbye, .notification, .settings,
        .unknown:
        nil
      }
    }

    /// Straight from the file, past the hub.
    private static func column(_ name: String, of key: TaskKey, in bed: HubBed) throws -> String? {
      var configuration = Configuration()
      configuration.readonly = true
      let file = try DatabaseQueue(path: bed.paths.record, configuration: configuration)
      return try file.read { database in
        try String.fetchOne(
          database, sql: "SELECT CAST(\(name) AS TEXT) FROM task WHERE key = ?",
          arguments: [key.description])
      }
    }
  }
}
