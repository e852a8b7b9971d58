import HeadwayDesktop
import HeadwayModel
import Testing

/// What the desktop is told, and what other programs tell.
@Suite("Job views")
struct JobViewsTests {
  private func at(_ seconds: Double) -> AwakeTime { .origin + .seconds(1_000) + .seconds(seconds) }

  private func task(
    _ number: Int, _ state: TaskState = .running, fraction: Double? = nil,
    ending: TaskEnding? = nil
  ) -> TaskSnapshot {
    var task = TaskSnapshot(
      number: TaskNumber(number) ?? .first, key: TaskKey(high: 0, low: UInt64(number)),
      title: "夜間 build",
      state: state)
    (task.progress.fraction, task.ending) = (fraction, ending)
    return task
  }

  private func sent(_ actions: [JobViews.Action]) -> [BusMessage] {
    actions.compactMap { if case .send(let message) = $0 { message } else { nil } }
  }

  /// Views with an open view of task 1.
  private func opened(_ task: TaskSnapshot) -> JobViews {
    var views = JobViews()
    views.serverChanged(isThere: true, at: at(0))
    views.change(task, at: at(0))
    _ = views.takeDue(at: at(0.5))
    views.noteView("/view/1", of: task.key)
    return views
  }

  @Test("a task that runs for half a second gets a view, with its title, percent and end")
  func life() throws {
    var views = JobViews()
    views.change(task(1, fraction: 0.4), at: at(0))
    #expect(views.takeDue(at: at(1)).isEmpty, "no server")
    views.serverChanged(isThere: true, at: at(1))
    views.change(task(2, .queued), at: at(1))
    let requests = views.takeDue(at: at(1))
    guard case .request(let key, let call)? = requests.first, requests.count == 1 else {
      Issue.record("\(requests)")
      return
    }
    #expect(key == task(1).key && call.member == "requestView" && call.arguments.count == 3)
    #expect(views.takeDue(at: at(2)).isEmpty, "the view isn't there yet")
    views.noteView("/view/1", of: key)
    #expect(views.task(ofView: "/view/1") == key && views.task(ofView: "/view/2") == nil)
    let first = try #require(sent(views.takeDue(at: at(2))).first)
    let values = try #require(first.arguments.first?.dictionary)
    #expect(values["title"]?.text == "夜間 build" && values["percent"] == .uint32(40))
    views.change(task(1, fraction: 0.45), at: at(2.1))
    #expect(sent(views.takeDue(at: at(2.2))).isEmpty)
    let second = try #require(sent(views.takeDue(at: at(2.5))).first)
    #expect(second.arguments == [.dictionary(["percent": .uint32(45)])])
    let failed = TaskEnding(reason: .failed, status: .code(3))
    views.change(task(1, .ended, ending: failed), at: at(2.6))
    let last = sent(views.takeDue(at: at(2.6)))
    #expect(last.last?.member == "terminate" && last.last?.arguments.first == .uint32(100))
    #expect(views.keys.isEmpty && views.nextDue == nil)
  }

  @Test("a short task has no view; a cancelled one ends quietly")
  func short() {
    var views = JobViews()
    views.serverChanged(isThere: true, at: at(0))
    views.change(task(1), at: at(0))
    views.change(task(1, .ended, ending: TaskEnding(reason: .completed)), at: at(0.2))
    #expect(views.takeDue(at: at(3)).isEmpty && views.keys.isEmpty)
    var cancelled = opened(task(1))
    cancelled.change(
      task(1, .ended, ending: TaskEnding(reason: .cancelled(by: .user))), at: at(2))
    #expect(sent(cancelled.takeDue(at: at(2))).last?.arguments.first == .uint32(1))
  }

  @Test("a new server gets all views anew; without one nothing is sent")
  func restart() {
    var views = opened(task(1))
    _ = views.takeDue(at: at(1))
    views.serverChanged(isThere: false, at: at(2))
    views.change(task(1, fraction: 0.9), at: at(3))
    #expect(views.takeDue(at: at(4)).isEmpty && views.task(ofView: "/view/1") == nil)
    views.serverChanged(isThere: true, at: at(5))
    #expect(views.takeDue(at: at(5)).count == 1)
  }

  @Test("a sensitive task has its number in place of its words, and views are bounded")
  func bounds() throws {
    var secret = task(1)
    (secret.sensitive, secret.title, secret.subtitle) = (true, "secret", "secret")
    var views = opened(secret)
    let call = try #require(sent(views.takeDue(at: at(1))).first)
    #expect(!"\(call)".contains("secret") && "\(call)".contains("Task 1"))
    var many = JobViews()
    many.serverChanged(isThere: true, at: at(0))
    for number in 1...100 { many.change(task(number), at: at(0)) }
    #expect(many.takeDue(at: at(1)).count == JobViews.limit)
    #expect(many.nextDue == nil, "no busy loop")
  }

  @Test("the launcher has the mean share of what is measured, and counts who needs you")
  func launcher() throws {
    var launcher = LauncherEntry()
    _ = launcher.takeSignal()
    launcher.change(task(1, fraction: 0.2))
    launcher.change(task(2, fraction: 0.4))
    launcher.change(task(3))
    var waiting = task(4)
    waiting.waitingForInput = .input
    launcher.change(waiting)
    let taken1 = launcher.takeSignal()
    let signal = try #require(taken1)
    let values = try #require(signal.arguments.last?.dictionary)
    #expect(values["progress"] == .double(0.3) && values["progress-visible"] == .flag(true))
    #expect(values["count"] == .int64(1) && values["urgent"] == .flag(true))
    #expect(launcher.takeSignal() == nil)
    for number in 1...4 { launcher.remove(task(number).key) }
    let last = launcher.takeSignal()
    let gone = try #require(last?.arguments.last?.dictionary)
    #expect(gone["progress-visible"] == .flag(false) && gone["count-visible"] == .flag(false))
  }

  @Test("one notification shows the progress in place, and is closed at the end")
  func notification() throws {
    var notification = ProgressNotification()
    notification.change(task(1, fraction: 0.25))
    let taken2 = notification.takeDue(at: at(1))
    let first = try #require(taken2)
    #expect(first.member == "Notify" && first.arguments[1] == .uint32(0))
    #expect(first.arguments[6].dictionary?["value"] == .int32(25))
    notification.change(task(1, fraction: 0.5))
    #expect(notification.takeDue(at: at(3)) == nil, "the number of the first isn't known yet")
    notification.noteShown(7)
    let taken3 = notification.takeDue(at: at(3))
    let second = try #require(taken3)
    #expect(second.arguments[1] == .uint32(7))
    notification.noteShown(7)
    notification.remove(task(1).key)
    let taken4 = notification.takeDue(at: at(5))
    let last = try #require(taken4)
    #expect(last.member == "CloseNotification" && last.arguments == [.uint32(7)])
    #expect(notification.nextDue == nil)
  }
}

/// The jobs of other programs.
@Suite("Foreign jobs")
struct ForeignJobsTests {
  private func open(_ jobs: inout ForeignJobs, _ owner: String = ":1.5") throws -> String {
    let answer = jobs.take(
      "requestView", of: "/JobViewServer", from: owner,
      [.text("org.kde.dolphin"), .int32(3), .dictionary([:])])
    guard case .view(let path) = answer else {
      throw Problem(text: "\(answer)")
    }
    return path
  }

  private struct Problem: Error { let text: String }

  @Test("a copy has its title, bytes and end")
  func copy() throws {
    var jobs = ForeignJobs()
    let path = try open(&jobs)
    #expect(jobs.jobs[path]?.title == "dolphin" && jobs.jobs[path]?.isSuspendable == true)
    let values: [String: BusValue] = [
      "title": .text("Copying"), "infoMessage": .text("写真.jpg\u{1B}[2J"), "percent": .uint32(3),
      "totalBytes": .uint64(4_000), "processedBytes": .uint64(1_000), "destUrl": .text("file:///x"),
    ]
    let answer = jobs.take("update", of: path, from: ":1.5", [.dictionary(values)])
    let job = try #require(jobs.jobs[path])
    #expect(answer == .done && job.title == "Copying")
    #expect(job.reading?.completed == 1_000 && job.reading?.total == 4_000)
    #expect(job.subtitle?.string.contains("\u{1B}") != true)
    let end = jobs.take(
      "terminate", of: path, from: ":1.5", [.uint32(0), .text(""), .dictionary([:])])
    #expect(end == .done && jobs.jobs[path]?.ending?.reason == .completed)
  }

  @Test("the calls of older programs are understood")
  func older() throws {
    var jobs = ForeignJobs()
    let answer = jobs.take(
      "requestView", of: "/JobViewServer", from: ":1.7", [.text("ark"), .text("ark"), .int32(1)])
    guard case .view(let path) = answer else {
      Issue.record("\(answer)")
      return
    }
    _ = jobs.take("setInfoMessage", of: path, from: ":1.7", [.text("Extracting")])
    _ = jobs.take("setPercent", of: path, from: ":1.7", [.uint32(40)])
    var job = try #require(jobs.jobs[path])
    #expect(job.title == "Extracting" && job.isKillable && !job.isSuspendable)
    #expect(job.reading?.completed == 4_000 && job.reading?.total == 10_000)
    _ = jobs.take("setTotalAmount", of: path, from: ":1.7", [.uint64(8), .text("files")])
    _ = jobs.take("setProcessedAmount", of: path, from: ":1.7", [.uint64(2), .text("files")])
    _ = jobs.take("terminate", of: path, from: ":1.7", [.text("disk full")])
    job = try #require(jobs.jobs[path])
    #expect(job.reading?.total == 8 && job.ending?.reason == .failed && job.subtitle == "disk full")
  }

  @Test("nobody changes the job of another connection, and jobs are bounded")
  func strangers() throws {
    var jobs = ForeignJobs()
    let path = try open(&jobs)
    let stranger = jobs.take("terminate", of: path, from: ":1.9", [.uint32(0), .text("")])
    guard case .refused = stranger else {
      Issue.record("\(stranger)")
      return
    }
    for _ in 0..<30 { _ = try? open(&jobs) }
    #expect(jobs.jobs.count == 20)
    for owner in 0..<30 { for _ in 0..<20 { _ = try? open(&jobs, ":2.\(owner)") } }
    #expect(jobs.jobs.count == ForeignJobs.limit)
    for arguments: [BusValue] in [[], [.uint32(1)], [.other, .other, .other]] {
      let answer = jobs.take("requestView", of: "/JobViewServer", from: ":3.1", arguments)
      guard case .refused = answer else {
        Issue.record("\(answer)")
        continue
      }
    }
  }

  @Test("a program that leaves the bus loses its jobs: their outcome isn't known")
  func left() throws {
    var jobs = ForeignJobs()
    let path = try open(&jobs)
    jobs.ownerLeft(":1.6")
    #expect(jobs.jobs[path]?.ending == nil)
    jobs.ownerLeft(":1.5")
    #expect(jobs.jobs[path]?.ending?.reason == .lost)
  }
}
