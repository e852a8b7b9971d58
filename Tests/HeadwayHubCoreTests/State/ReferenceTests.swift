import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct ReferenceTests {
  @Test func numberKeyAndIdentifierNameTheSameTask() throws {
    var bench = benchWithTask { $0.identifier = "com.example.export" }
    let references: [TaskReference] = [
      .number(try number(1)), .key(.a), .identifier("com.example.export"),
    ]
    for reference in references {
      #expect(bench.cancelReplies(reference) == [.reply(.on(1, 4), .done)])
    }
  }

  @Test func anIdentifierOfTwoLiveTasksIsAmbiguous() throws {
    var bench = benchWithTask { $0.identifier = "export" }
    bench.begin(.b) { $0.identifier = "export" }
    #expect(
      bench.send(.cancelRequested(.identifier("export"), isForced: false, .on(1, 4)))
        == [.reply(.on(1, 4), .refused(.ambiguousIdentifier("export")))])
  }

  @Test func theOneLiveTaskIsMeantAmongEndedOnes() throws {
    var bench = benchWithTask { $0.identifier = "export" }
    _ = bench.end(.a)
    bench.begin(.b) { $0.identifier = "export" }
    _ = bench.cancelReplies(.identifier("export"))
    #expect(try bench.task(.b).state == .cancelling)
  }

  @Test func severalEndedTasksOfOneIdentifierAreAmbiguous() throws {
    var bench = benchWithTask { $0.identifier = "export" }
    bench.begin(.b) { $0.identifier = "export" }
    _ = bench.end(.a)
    _ = bench.end(.b)
    #expect(
      bench.send(.endAwaited(.identifier("export"), .on(1, 4)))
        == [.reply(.on(1, 4), .refused(.ambiguousIdentifier("export")))])
  }

  @Test func aTaskThatLeftTheListIsUnknown() throws {
    var settings = HubSettings()
    settings.keepEnded = .zero
    var bench = benchWithTask(settings: settings)
    _ = bench.end(.a)
    _ = bench.send(.wakeUpReached(.a))
    for reference: TaskReference in [.number(try number(1)), .key(.a)] {
      #expect(
        bench.send(.endAwaited(reference, .on(1, 4)))
          == [.reply(.on(1, 4), .refused(.unknownTask(reference)))])
    }
  }
}

extension HubBench {
  fileprivate mutating func cancelReplies(_ reference: TaskReference) -> [AfterCommit] {
    send(.cancelRequested(reference, isForced: false, .on(1, 4))).afterCommits
  }
}
