import Dispatch
import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  @Suite struct RestartTests {
    @Test("a later hub knows numbers tasks and ends")
    func aLaterHubKnowsNumbersTasksAndEnds() async throws {
      try await withHub { bed in
        let client = try bed.command(.worker)
        try client.begin(.a, "First") { $0.identifier = "com.example.first" }
        try client.begin(.b, "Second")
        try client.update(.b, .done(3, of: 4))
        try client.end(.a, TaskEnding(reason: .failed, status: .code(2)))
        await bed.stop()
        try await bed.start()
        let again = try bed.command(.worker)
        let tasks = try again.list(all: false)
        #expect(tasks.map(\.number.value) == [1, 2])
        #expect(tasks.map(\.ending) == [TaskEnding(reason: .failed, status: .code(2)), nil])
        #expect(tasks.first?.identifier == "com.example.first")
        #expect(tasks.last?.progress.fraction == 0.75)
        #expect(try again.begin(.b, "Second").value == 2)
        #expect(try again.begin(.numbered(3)).value == 3)
      }
    }

    @Test("a worker comes back by itself with its whole state")
    func aWorkerComesBackByItselfWithItsWholeState() async throws {
      try await withHub { bed in
        let worker = bed.worker(.a)
        try worker.step(until: "a number") { worker.number != nil }
        await bed.stop()
        var report = WorkerReport.done(5, of: 10)
        report.title = "Second half"
        worker.report(report)
        try worker.step(until: "the loss is noticed") { worker.descriptor == nil }
        try await bed.start()
        let picture = try Picture(bed.paths)
        try eventually("its state") {
          _ = worker.step(now: SystemClocks.awake)
          picture.step()
          return picture.tasks[.a]?.progress.fraction == 0.5
        }
        #expect(picture.tasks[.a]?.title == "Second half")
        #expect(picture.tasks[.a]?.number.value == 1)
      }
    }

    @Test("an end without a hub is spooled and taken by the next under its own number")
    func anEndWithoutAHubIsSpooledAndTakenByTheNextUnderItsOwnNumber() async throws {
      try await withHub { bed in
        try bed.command(.worker).begin(.b)
        let worker = bed.worker(.a)
        try worker.step(until: "a number") { worker.number != nil }
        await bed.stop()
        worker.end(TaskEnding(reason: .failed, status: .code(4)), now: SystemClocks.awake)
        try worker.step(until: "the spool has it") { worker.isSettled }
        #expect(bed.names(in: bed.paths.spoolDirectory) == [TaskKey.a.description])
        try await bed.start()
        try eventually("the spool is empty") { bed.names(in: bed.paths.spoolDirectory).isEmpty }
        let tasks = try bed.command().list(all: false)
        #expect(tasks.map(\.key) == [.b, .a])
        #expect(tasks.map(\.number.value) == [1, 2])
        #expect(tasks.last?.ending == TaskEnding(reason: .failed, status: .code(4)))
      }
    }

    @Test("a disk that takes its time keeps no worker waiting")
    func aDiskThatTakesItsTimeKeepsNoWorkerWaiting() async throws {
      try await withHub(starting: false) { bed in
        let disk = DispatchSemaphore(value: 0)
        let task = TaskDescription(key: .a, title: "Export")
        let start = SystemClocks.awake
        let write = SpoolWrite(
          BeginMessage(task, WorkerReport()),
          EndMessage(task: .key(.a), TaskEnding(reason: .completed)), in: bed.paths
        ) { begin, end, paths throws(LinkError) in
          disk.wait()
          try EndSpool.write(begin, end, in: paths)
        }
        #expect(SystemClocks.awake - start < .seconds(1) && !write.isDone)
        disk.signal()
        try eventually("the disk has taken it") { write.isDone }
        #expect(bed.names(in: bed.paths.spoolDirectory) == [TaskKey.a.description])
      }
    }

    @Test("a spooled end of a task that left the list long ago keeps its number")
    func aSpooledEndOfATaskThatLeftTheListLongAgoKeepsItsNumber() async throws {
      try await withHub(starting: false) { bed in
        let store = try RecordStore(path: bed.paths.record)
        var past = try Self.record(.a, 41, process: Self.gone)
        past.state = .ended
        past.ending = TaskEnding(reason: .completed)
        past.endedAt = past.startedAt
        try store.save([try Self.record(.b, 1, process: Self.gone), past])
        try Self.spool(.a, TaskEnding(reason: .failed), in: bed)
        try await bed.start()
        try eventually("the spool is empty") { bed.names(in: bed.paths.spoolDirectory).isEmpty }
        let tasks = try bed.command().list(all: true).sorted { $0.number < $1.number }
        #expect(tasks.map(\.number.value) == [1, 41])
        #expect(tasks.last?.ending == TaskEnding(reason: .completed))
      }
    }

    @Test("a task that left the list doesn't begin a second time")
    func aTaskThatLeftTheListDoesNotBeginASecondTime() async throws {
      try await withHub(starting: false) { bed in
        let store = try RecordStore(path: bed.paths.record)
        var past = try Self.record(.a, 41, process: Self.gone)
        (past.state, past.ending) = (.ended, TaskEnding(reason: .completed))
        past.endedAt = past.startedAt
        try store.save([past])
        try await bed.start()
        let number = try bed.command(.worker).begin(.a) { $0.startedAt = past.startedAt }
        #expect(number.value == 41)
        try Self.spool(.a, TaskEnding(reason: .failed), in: bed)
        try eventually("the spool is empty") { bed.names(in: bed.paths.spoolDirectory).isEmpty }
        let tasks = try bed.command().list(all: true)
        #expect(tasks.map(\.number.value) == [41])
        #expect(tasks.map(\.ending) == [TaskEnding(reason: .completed)])
      }
    }

    @Test("a spooled end is taken by the hub that runs")
    func aSpooledEndIsTakenByTheHubThatRuns() async throws {
      try await withHub { bed in
        try Self.spool(.a, TaskEnding(reason: .completed), in: bed)
        try eventually("the spool is empty") { bed.names(in: bed.paths.spoolDirectory).isEmpty }
        #expect(try bed.command().list(all: false).map(\.ending?.reason) == [.completed])
      }
    }

    @Test("an unreadable spool file is set aside")
    func anUnreadableSpoolFileIsSetAside() async throws {
      try await withHub { bed in
        let path = EndSpool.path(of: .a, in: bed.paths)
        try DurableFile.write(Array("nonsense\n".utf8), to: path)
        try eventually("it is set aside") {
          bed.names(in: bed.paths.spoolDirectory) == ["\(TaskKey.a).bad"]
        }
        #expect(try bed.command().list(all: false).isEmpty)
      }
    }

    @Test("a task whose process is gone is lost unless an end is spooled")
    func aTaskWhoseProcessIsGoneIsLostUnlessAnEndIsSpooled() async throws {
      try await withHub(starting: false) { bed in
        let store = try RecordStore(path: bed.paths.record)
        try store.save([
          try Self.record(.a, 5, process: Self.gone), try Self.record(.b, 6, process: Self.gone),
        ])
        try Self.spool(.b, TaskEnding(reason: .completed), in: bed)
        try await bed.start()
        let client = try bed.command()
        try eventually("both are over") {
          try client.list(all: false).allSatisfy { $0.state == .ended }
        }
        let endings = try client.list(all: false).map(\.ending?.reason)
        #expect(endings == [.lost, .completed])
      }
    }

    @Test("a task of a living process isn't lost")
    func aTaskOfALivingProcessIsNotLost() async throws {
      try await withHub { bed in
        do {
          let client = try bed.command(.worker)
          try client.begin(.a)
        }
        await bed.stop()
        try await bed.start()
        try bed.command(.worker).begin(.b)
        let tasks = try bed.command().list(all: false)
        #expect(tasks.map(\.state) == [.running, .running])
      }
    }

    @Test("numbers aren't reused by a later hub")
    func numbersAreNotReusedByALaterHub() async throws {
      var settings = HubEngineSettings()
      settings.core.keepEnded = .zero
      try await withHub(settings) { bed in
        let client = try bed.command(.worker)
        try client.begin(.a)
        try client.end(.a)
        await bed.stop()
        try await bed.start()
        #expect(try bed.command(.worker).begin(.b).value == 2)
      }
    }

    private static let gone = ProcessIdentity(pid: 1, startTime: 1, bootID: "another boot")

    private static func record(
      _ key: TaskKey, _ number: Int, process: ProcessIdentity
    ) throws -> TaskRecord {
      TaskRecord(
        number: try #require(TaskNumber(number)),
        description: TaskDescription(key: key, title: "Export"), state: .running, process: process,
        startedAt: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))
    }

    private static func spool(_ key: TaskKey, _ ending: TaskEnding, in bed: HubBed) throws {
      let task = TaskDescription(key: key, title: "Export")
      try EndSpool.write(
        BeginMessage(task, WorkerReport()), EndMessage(task: .key(key), ending), in: bed.paths)
    }
  }
}
