import HeadwayHubCore
import HeadwayModel
import Testing

@Suite("Settings that change while the hub runs")
struct SettingsTests {
  private static func submit(
    _ key: TaskKey, to bench: inout HubBench, group: SanitisedText? = nil,
    needs: [String: Int] = [:]
  ) -> [HubEffect] {
    var task = TaskDescription(key: key, title: "Train")
    task.group = group
    var terms = LaunchTerms()
    terms.needs = needs
    return bench.send(.taskSubmitted(Submission(task, terms), .on(9, 1)))
  }

  @Test("more slots let the next ones start at once, fewer stop nothing")
  func slots() {
    var settings = HubSettings.bench
    settings.queue.slots = 1
    var bench = HubBench(settings: settings)
    bench.connect(9)
    let keys: [TaskKey] = [.a, .b, .c, .d]
    for key in keys { _ = Self.submit(key, to: &bench) }
    settings.queue.slots = 3
    let more = bench.send(.settingsChanged(settings))
    #expect(more.launches == [.b, .c])
    settings.queue.slots = 1
    let fewer = bench.send(.settingsChanged(settings))
    #expect(fewer.isEmpty)
    bench.connect(1, isSupervisor: true)
    bench.begin(.a)
    let end = bench.end(.a)
    #expect(end.launches.isEmpty, "two run still, and one may")
  }

  @Test("a group gets slots of its own, and resources what is held of them")
  func groupsAndResources() throws {
    var settings = HubSettings.bench
    settings.queue.slots = 1
    settings.queue.resources = ["gpu": 1]
    var bench = HubBench(settings: settings)
    bench.connect(9)
    _ = Self.submit(.a, to: &bench, needs: ["gpu": 1])
    _ = Self.submit(.b, to: &bench, group: "ml", needs: ["gpu": 1])
    settings.queue.groups = ["ml": 1]
    let grouped = bench.send(.settingsChanged(settings))
    #expect(grouped.launches.isEmpty)
    #expect(try bench.task(.b).terms.blockedOn == "gpu")
    settings.queue.resources = ["gpu": 2]
    let more = bench.send(.settingsChanged(settings))
    #expect(more.launches == [.b])
    let claims = more.saved.compactMap(\.submission.claim)
    #expect(claims.first?.units == ["gpu": [1]])
  }

  @Test("what left the list under a shorter time is still looked for in the record")
  func keepEnded() {
    var settings = HubSettings.bench
    settings.keepEnded = .seconds(60)
    var bench = HubBench(settings: settings)
    settings.keepEnded = .seconds(3600)
    _ = bench.send(.settingsChanged(settings))
    var task = TaskDescription(key: .a, title: "Export")
    task.startedAt = bench.now.wall.advanced(by: .seconds(-120))
    let event = HubEvent.taskBegan(task, WorkerReport(), .on(1, 1))
    #expect(bench.state.forgottenKey(in: event, at: bench.now) == .a)
  }
}
