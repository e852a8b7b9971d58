import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("Batches: tasks that enter the queue all together, or not at all")
struct BatchTests {
  private let export: SanitisedText = "com.example.export"

  private func bench(slots: Int = 1) -> HubBench {
    var bench = HubBench(settings: .slots(slots))
    bench.connect(9)
    return bench
  }

  private func batch(
    _ keys: [TaskKey], _ adjust: (Int, inout Submission) -> Void = { _, _ in }
  ) -> [BatchedSubmission] {
    keys.enumerated().map { index, key in
      var submission = Submission(TaskDescription(key: key, title: "Part"), LaunchTerms())
      adjust(index, &submission)
      return BatchedSubmission(line: 10 + index, submission)
    }
  }

  @Test("all of a batch is saved by one event, and the answer comes with the commit")
  func accepted() throws {
    var bench = bench()
    let effects = bench.send(.batchSubmitted(batch([.a, .b, .c]), .on(9, 1)))
    #expect(Set(effects.saved.map(\.description.key)) == [.a, .b, .c])
    #expect(try [.a, .b, .c].map { try bench.task($0).number.value } == [1, 2, 3])
    #expect(
      effects.afterCommits.filter { if case .reply = $0 { true } else { false } }
        == [.reply(.on(9, 1), .submitted(.a, try number(1)))])
    #expect(effects.launches == [.a] && effects.launchesOnceRecorded == [.a])
  }

  @Test("one wrong task keeps all out, and the next batch has the same numbers")
  func refused() throws {
    var bench = bench()
    let wrong = batch([.a, .b, .c]) { index, submission in
      if index == 1 {
        submission.terms.dependencies = [
          Dependency(.identifier("nobody"), needsSuccess: true)
        ]
      }
    }
    let effects = bench.send(.batchSubmitted(wrong, .on(9, 1)))
    #expect(effects.refusals == [.batch(line: 11, .unknownTask(.identifier("nobody")))])
    #expect(effects.saved.isEmpty)
    #expect(bench.state.records.isEmpty)
    _ = bench.send(.batchSubmitted(batch([.b, .c]), .on(9, 2)))
    #expect(try bench.task(.b).number.value == 1)
    #expect(try bench.task(.b).state == .starting)
  }

  @Test("tasks may depend on earlier ones of the same batch")
  func dependencies() throws {
    var bench = bench()
    let chain = batch([.a, .b]) { index, submission in
      if index == 0 { submission.description.identifier = export }
      if index == 1 {
        submission.terms.dependencies = [
          Dependency(.identifier(export.string), needsSuccess: true)
        ]
      }
    }
    #expect(bench.state.unknownReferences(in: .batchSubmitted(chain, .on(9, 1))).isEmpty)
    let effects = bench.send(.batchSubmitted(chain, .on(9, 1)))
    #expect(effects.refusals.isEmpty)
    #expect(try bench.task(.b).terms.after == [try number(1)])
  }

  @Test("a batch that is submitted again queues nothing; one with a key of another is refused")
  func again() throws {
    var bench = bench()
    bench.commit(bench.send(.batchSubmitted(batch([.a, .b]), .on(9, 1))))
    let again = bench.send(.batchSubmitted(batch([.a, .b]), .on(9, 2)))
    #expect(again.afterCommits == [.reply(.on(9, 2), .submitted(.a, try number(1)))])
    for keys in [[TaskKey.b, .c], [.c, .b], [.b, .a]] {
      let other = bench.send(.batchSubmitted(batch(keys), .on(9, 3)))
      guard case .batch(_, .keyTaken)? = other.refusals.first else {
        Issue.record("\(keys): \(other.refusals)")
        continue
      }
    }
    #expect(bench.state.records.count == 2)
  }

  @Test("an identifier twice in a batch is refused, and the request that waits under it stays")
  func identifiers() throws {
    var bench = bench()
    _ = bench.submit(.d)
    _ = bench.submit(.e) { task, _ in task.identifier = export }
    let twice = batch([.a, .b]) { _, submission in submission.description.identifier = export }
    let effects = bench.send(.batchSubmitted(twice, .on(9, 1)))
    #expect(effects.refusals == [.batch(line: 11, .identifierRepeated(export))])
    #expect(try bench.task(.e).state == .queued)
    let next = bench.submit(.c) { task, _ in task.identifier = export }
    #expect(
      next.afterCommits.contains(
        .reply(.on(9, 1), .submitted(.c, try number(3), replacing: try number(2)))))
  }

  @Test("a batch that replaces a request is answered when the record has that end too")
  func replacement() throws {
    var bench = bench()
    _ = bench.submit(.d)
    _ = bench.submit(.e) { task, _ in task.identifier = export }
    let tasks = batch([.a, .b, .c]) { index, submission in
      if index == 1 { submission.description.identifier = export }
    }
    let saved = bench.send(.batchSubmitted(tasks, .on(9, 1)))
    #expect(!saved.afterCommits.contains { if case .reply = $0 { true } else { false } })
    let both = bench.commit(saved)
    let answer = HubReply.submitted(.b, try number(4), replacing: try number(2))
    #expect(both.afterCommits == [.reply(.on(9, 1), answer)])
  }

  @Test("a record that can't be written takes all of a batch back")
  func unwritable() throws {
    var bench = bench()
    _ = bench.send(.batchSubmitted(batch([.a, .b, .c]), .on(9, 1)))
    let effects = bench.send(.recordRefused("the disk is full"))
    #expect(effects.refusals == [.recordUnwritable("the disk is full")])
    #expect(bench.state.records.isEmpty)
  }

  @Test("a batch beyond the room of the queue is refused whole")
  func room() throws {
    var settings = HubSettings.slots(1)
    settings.taskLimit = 2
    var bench = HubBench(settings: settings)
    bench.connect(9)
    let effects = bench.send(.batchSubmitted(batch([.a, .b, .c]), .on(9, 1)))
    #expect(effects.refusals == [.limitReached(taskLimit: 2)])
    #expect(bench.state.freeTaskCount == 2)
    #expect(bench.send(.batchSubmitted(batch([.a, .b]), .on(9, 1))).refusals.isEmpty)
    #expect(bench.state.freeTaskCount == 0)
  }
}
