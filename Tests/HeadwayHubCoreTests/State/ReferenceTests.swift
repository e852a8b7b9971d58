import HeadwayHubCore
import HeadwayModel
import Testing

@Suite struct ReferenceTests {
  @Test("number key and identifier name the same task")
  func numberKeyAndIdentifierNameTheSameTask() throws {
    var bench = benchWithTask { $0.identifier = "com.example.export" }
    let references: [TaskReference] = [
      .number(try number(1)), .key(.a), .identifier("com.example.export"),
    ]
    for reference in references {
      #expect(bench.cancelReplies(reference) == [.reply(.on(1, 4), .done)])
    }
  }

  @Test("an identifier of two live tasks is ambiguous")
  func anIdentifierOfTwoLiveTasksIsAmbiguous() throws {
    var bench = benchWithTask { $0.identifier = "export" }
    bench.begin(.b) { $0.identifier = "export" }
    #expect(
      bench.send(.cancelRequested(.identifier("export"), isForced: false, .on(1, 4)))
        == [.reply(.on(1, 4), .refused(.ambiguousIdentifier("export")))])
  }

  @Test("the one live task is meant among ended ones")
  func theOneLiveTaskIsMeantAmongEndedOnes() throws {
    var bench = benchWithTask { $0.identifier = "export" }
    _ = bench.end(.a)
    bench.begin(.b) { $0.identifier = "export" }
    _ = bench.cancelReplies(.identifier("export"))
    #expect(try bench.task(.b).state == .cancelling)
  }

  @Test("several ended tasks of one identifier are ambiguous")
  func severalEndedTasksOfOneIdentifierAreAmbiguous() throws {
    var bench = benchWithTask { $0.identifier = "export" }
    bench.begin(.b) { $0.identifier = "export" }
    _ = bench.end(.a)
    _ = bench.end(.b)
    #expect(
      bench.send(.endAwaited(.identifier("export"), .on(1, 4)))
        == [.reply(.on(1, 4), .refused(.ambiguousIdentifier("export")))])
  }

  @Test("a task that left the list is unknown")
  func aTaskThatLeftTheListIsUnknown() throws {
    var settings = HubSettings.bench
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
