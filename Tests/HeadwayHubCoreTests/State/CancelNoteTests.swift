import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("Why a task was cancelled") struct CancelNoteTests {
  private func cancelled(note: SanitisedText?) -> HubBench {
    var bench = HubBench()
    bench.connect(1)
    bench.begin(.a)
    _ = bench.send(.cancelRequested(.key(.a), isForced: false, note: note, .on(2, 4)))
    return bench
  }

  @Test("the words of whoever cancels stay, beside what the worker says, and end the sentence")
  func noteStays() throws {
    var bench = cancelled(note: "disk is full")
    var report = WorkerReport()
    report.subtitle = "cleaning up"
    _ = bench.update(.a, report)
    #expect(try bench.task(.a).cancelNote == "disk is full")
    #expect(try bench.task(.a).subtitle == "cleaning up")
    _ = bench.end(.a, .cancelled(by: .user))
    #expect(try bench.task(.a).endSentence == "cancelled by you: disk is full")
  }

  @Test("a later hub knows them, and that the order was without grace")
  func noteIsKept() throws {
    var bench = cancelled(note: "disk is full")
    let forced = bench.send(.cancelRequested(.key(.a), isForced: true, .on(2, 5)))
    let saved = try #require(forced.saved.last)
    #expect(saved.cancelNote == "disk is full" && saved.isForced)
    var later = HubBench()
    _ = later.send(.recordLoaded([saved], highestNumber: 1))
    #expect(try later.task(.a).cancelNote == "disk is full")
    later.connect(1)
    let order = CancelOrder(
      reason: .cancelled(by: .user), grace: TaskDescription.defaultGrace, isForced: true)
    #expect(later.begin(.a).ordersToWorkers == [.cancel(order)])
  }

  @Test("new words for the same order are told to whoever looks")
  func newWords() throws {
    var bench = cancelled(note: "disk is full")
    let again = HubEvent.cancelRequested(
      .key(.a), isForced: false, note: "disk is still full", .on(2, 5))
    let effects = bench.send(again)
    #expect(bench.changes == [.changed(.a, .listing)])
    #expect(effects.ordersToWorkers.isEmpty)
    _ = bench.send(again)
    #expect(bench.changes.isEmpty)
  }

  @Test("no words are no note")
  func noNote() throws {
    #expect(try cancelled(note: "").task(.a).cancelNote == nil)
  }
}
