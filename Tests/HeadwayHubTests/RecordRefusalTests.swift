import HeadwayHubCore
import GRDB
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  /// A record that can't be written for a while: somebody else holds its lock.
  @Suite struct RecordRefusalTests {
    @Test("changes of what waits are refused, and what can't be taken back says so")
    func refused() async throws {
      try await withHub { bed in
        let client = try bed.command()
        let number = try client.begin(.a)
        let queued = try client.queue(.b)
        let lock = try RecordLock(bed.paths.record)
        let refusals = [
          try client.refusal { AdjustMessage(task: .key(.b), .priority(3), request: $0) },
          try client.refusal { AdjustMessage(task: .key(.b), .title("Other"), request: $0) },
          try client.refusal { PauseMessage(task: .key(.b), request: $0) },
          try client.refusal { CancelMessage(task: .key(.b), request: $0) },
        ]
        #expect(refusals.allSatisfy { $0.contains("so nothing was changed") }, "\(refusals)")
        let cancel = try client.refusal { CancelMessage(task: .key(.a), request: $0) }
        #expect(cancel.hasPrefix("done, but the record can't be written"), "\(cancel)")
        let task = try #require(try client.list(all: false).first { $0.key == .b })
        #expect(task.number == queued && task.state == .queued && task.title == "Export")
        try lock.release()
        try client.change(AdjustMessage(task: .key(.b), .title("Other"), request: 99))
        let record = try RecordStore(path: bed.paths.record)
        try eventually("all that holds is written") {
          let rows = try record.loadAll()
          return rows.map(\.state) == [.cancelling, .queued]
            && rows.map(\.number) == [number, queued]
        }
        #expect(try record.load(.b)?.description.title == "Other")
      }
    }

    @Test("who waits for an end that the record has is answered; for another, once it has it")
    func awaited() async throws {
      try await withHub { bed in
        let client = try bed.command()
        _ = try client.begin(.a)
        _ = try client.begin(.b)
        try client.end(.a, TaskEnding(reason: .completed))
        let lock = try RecordLock(bed.paths.record)
        #expect(try client.awaitEnd(of: .a) == .completed)
        client.send(
          EndMessage(task: .key(.b), TaskEnding(reason: .failed), request: client.nextRequest()))
        #expect(throws: LinkError.hubSilent) {
          try bed.command(patience: .milliseconds(300)).awaitEnd(of: .b)
        }
        try lock.release()
        #expect(try client.awaitEnd(of: .b) == .failed)
      }
    }

    @Test("an end that isn't on disk yet is found, although its task has left the list")
    func leftTheList() async throws {
      var settings = HubEngineSettings()
      settings.core.keepEnded = .milliseconds(1)
      try await withHub(settings) { bed in
        let client = try bed.command()
        _ = try client.begin(.a)
        let lock = try RecordLock(bed.paths.record)
        client.send(
          EndMessage(task: .key(.a), TaskEnding(reason: .failed), request: client.nextRequest()))
        try eventually("it has left the list") { try client.list(all: false).isEmpty }
        #expect(throws: LinkError.hubSilent) {
          try bed.command(patience: .milliseconds(300)).awaitEnd(of: .a)
        }
        try lock.release()
        #expect(try client.awaitEnd(of: .a) == .failed)
      }
    }

    @Test("who cleans hears that the record can't be written; it is clean once it can")
    func cleaned() async throws {
      try await withHub { bed in
        let client = try bed.command()
        let number = try client.begin(.a)
        try client.end(.a, TaskEnding(reason: .completed))
        let lock = try RecordLock(bed.paths.record)
        let reason = #expect(throws: LinkError.self) { try client.clean([.number(number)]) }
        #expect("\(try #require(reason))".hasPrefix("done, but the record can't be written"))
        try lock.release()
        try eventually("it is out") { try RecordStore(path: bed.paths.record).loadAll().isEmpty }
      }
    }

    @Test("a hub that is told to stop says that it can't write, and leaves once it can")
    func stopped() async throws {
      try await withHub { bed in
        let client = try bed.command()
        _ = try client.begin(.a)
        let lock = try RecordLock(bed.paths.record)
        _ = try client.refusal { CancelMessage(task: .key(.a), request: $0) }
        let answer = try client.ask(StopMessage(request: client.nextRequest())) {
          if case .ok(let ok) = $0 { ok } else { nil }
        }
        #expect(answer.recordProblem?.contains("locked") == true, "\(answer)")
        try lock.release()
        try eventually("all is written") {
          try RecordStore(path: bed.paths.record).loadAll().map(\.state) == [.cancelling]
        }
      }
    }
  }
}

/// The lock of a writer that doesn't end (sqlite.org/lockingv3.html).
private final class RecordLock {
  private let database: DatabaseQueue

  init(_ path: String) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    database = try DatabaseQueue(path: path, configuration: configuration)
    try execute("BEGIN IMMEDIATE")
  }

  func release() throws { try execute("ROLLBACK") }

  private func execute(_ sql: String) throws {
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
  }
}

extension CommandClient {
  /// A task that waits in this connection, behind a hold that only a person lifts.
  fileprivate func queue(_ key: TaskKey) throws -> TaskNumber {
    var terms = LaunchTerms()
    terms.launcher = .worker
    terms.earliest = EarliestStart(
      HubClock.now.wall.advanced(by: .seconds(3600)), words: "in an hour")
    let task = TaskDescription(key: key, title: "Export")
    let submit = SubmitMessage(
      Submission(task, terms), request: nextRequest())
    return try ask(submit) { if case .submitted(let known) = $0 { known.number } else { nil } }
  }

  fileprivate func awaitEnd(of key: TaskKey) throws(LinkError) -> EndWord {
    let request = nextRequest()
    return try ask(WaitMessage(task: .key(key), request: request)) {
      if case .ended(let ended) = $0, ended.request == request { ended.reason } else { nil }
    }
  }

  /// What the hub says to a request that it refuses.
  fileprivate func refusal(_ message: (Int) -> some MessageBody) throws -> String {
    do {
      try change(message(nextRequest()))
      return "done"
    } catch LinkError.refused(_, let reason) {
      return reason
    }
  }

  fileprivate func change(_ message: some MessageBody) throws(LinkError) {
    try ask(message) { if case .ok = $0 { () } else { nil } }
  }
}
