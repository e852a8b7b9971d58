import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("A request in the place of another with its identifier")
struct ReplacementTests {
  private let export: SanitisedText = "com.example.export"

  /// A request of a worker's own.
  private func refresh(_ task: inout TaskDescription, _ terms: inout LaunchTerms) {
    task.identifier = "refresh"
    terms.launcher = .worker
  }

  @Test("another request under the identifier takes the place of the one that waits")
  func replaced() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b) { task, _ in task.identifier = export }
    let effects = bench.submit(.c) { task, _ in task.identifier = export }
    let (two, three) = (try number(2), try number(3))
    #expect(
      effects.afterCommits.contains(
        .reply(.on(9, 1), .submitted(.c, three, replacing: two))))
    #expect(bench.state.snapshot(of: .b, at: bench.now) == nil)
    #expect(try bench.task(.c).terms.position == 1)
  }

  @Test("who takes another's place hears of it when the record has both")
  func acknowledgedTogether() throws {
    var bench = try benchWhereCWaitsForB()
    let saved = bench.submit(.d, isCommitted: false) { task, _ in task.identifier = export }
    #expect(saved.afterCommits == [.noteRecorded(.d)])
    let both = bench.commit(saved)
    let answer = HubReply.submitted(.d, try number(4), replacing: try number(2))
    #expect(both.afterCommits == [.reply(.on(9, 1), answer)])
    #expect(both.saved.map(\.description.key) == [.c, .b])
  }

  @Test("a hub that was killed between the two is followed by one that has the older give way")
  func submittedAgain() throws {
    var bench = try benchWhereCWaitsForB()
    _ = bench.submit(.d, isCommitted: false) { task, _ in task.identifier = export }
    var later = HubBench(settings: .slots(1))
    _ = later.send(.recordLoaded(bench.state.records, highestNumber: 4))
    later.connect(9)
    let effects = later.submit(.d) { task, _ in task.identifier = export }
    let answer = HubReply.submitted(.d, try number(4), replacing: try number(2))
    #expect(effects.afterCommits == [.reply(.on(9, 1), answer)])
    #expect(later.state.snapshot(of: .b, at: later.now) == nil)
    #expect(try later.task(.c).obstacleWords == "waits for task \(try number(4))")
    let again = later.submit(.d) { task, _ in task.identifier = export }
    #expect(again.afterCommits == [.reply(.on(9, 1), .submitted(.d, try number(4)))])
  }

  @Test("what waited for a request that is replaced waits for what took its place")
  func dependency() throws {
    var bench = try benchWhereCWaitsForB()
    _ = bench.submit(.d) { task, _ in task.identifier = export }
    #expect(try bench.task(.c).state == .queued)
    #expect(try bench.task(.c).obstacleWords == "waits for task \(try number(4))")
  }

  @Test("a request that would wait for what waits for the one it replaces is refused")
  func longCycle() throws {
    var bench = try benchWhereCWaitsForB()
    let effects = bench.submit(.d) { task, terms in
      task.identifier = export
      terms.dependencies = [Dependency(.key(.c), needsSuccess: false)]
    }
    #expect(effects.refusals == [.dependsOnItself])
    #expect(try bench.task(.b).state == .queued && bench.task(.c).state == .queued)
  }

  /// B under the identifier, and all wait for A's slot.
  private func benchWhereCWaitsForB() throws -> HubBench {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b) { task, _ in task.identifier = export }
    _ = bench.submit(.c) { $1.dependencies = [Dependency(.key(.b), needsSuccess: true)] }
    #expect(try bench.task(.c).obstacleWords == "waits for task \(try number(2))")
    return bench
  }

  @Test("nobody waits for a task whose place it takes")
  func cycle() {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    _ = bench.submit(.b) { task, _ in task.identifier = "x" }
    let effects = bench.submit(.c) { task, terms in
      task.identifier = "x"
      terms.dependencies = [Dependency(.key(.b), needsSuccess: true)]
    }
    #expect(effects.refusals == [.dependsOnItself])
  }

  @Test("a request that is withdrawn before the record has it takes no place")
  func withdrawn() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1)
    _ = bench.submit(.b, by: 1, refresh)
    let effects = bench.submit(.c, by: 1, isCommitted: false, refresh)
    _ = bench.end(.c, .cancelled(by: .user))
    #expect(bench.commit(effects).ordersToWorkers.isEmpty)
    #expect(try bench.task(.b).state == .queued)
    _ = bench.submit(.d, by: 1, refresh)
    #expect(bench.state.snapshot(of: .b, at: bench.now) == nil)
  }

  @Test("a worker whose request another one takes the place of is told, also when it comes back")
  func workerReplaced() throws {
    var bench = HubBench(settings: .slots(1))
    bench.connect(9)
    _ = bench.submit(.a)
    bench.connect(1)
    _ = bench.submit(.b, by: 1, refresh)
    bench.connect(2)
    let effects = bench.submit(.c, by: 2, refresh)
    var cancel = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5))
    cancel.isReplacement = true
    let order = WorkerOrder.cancel(cancel)
    #expect(effects.contains(.tellWorker(ConnectionID(1), .b, order)))
    _ = bench.disconnect(1)
    bench.connect(3)
    let again = bench.submit(.b, by: 3) { _, terms in terms.launcher = .worker }
    #expect(again.contains(.tellWorker(ConnectionID(3), .b, order)))
    #expect(try bench.task(.c).state == .queued)
  }
}
