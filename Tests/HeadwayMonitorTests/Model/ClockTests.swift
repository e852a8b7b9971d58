import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite struct ClockTests {
  private let timed = task(1, "Backup") { $0.elapsed = .seconds(5) }

  @Test("idle is idle")
  func idle() {
    #expect(MonitorModel(80, 24, []).nextTick(at: .start) == nil)
    #expect(MonitorModel(80, 24, [task(1, "Queued", .queued)]).nextTick(at: .start) == nil)
    #expect(MonitorModel(80, 24, [task(1, "Timeless")]).nextTick(at: .start) == nil)
  }

  @Test("a live card in view ticks at whole seconds")
  func ticks() {
    let model = MonitorModel(80, 24, [timed])
    #expect(model.nextTick(at: .start) == .seconds(1))
    let later = Moment.start.advanced(by: .milliseconds(300))
    #expect(model.nextTick(at: later) == .milliseconds(700))
  }

  @Test("a live card out of view doesn't")
  func outOfView() {
    let queued = (2...60).map { task($0, "Queued \($0)", .queued) }
    var model = MonitorModel(80, 10, [timed] + queued)
    #expect(model.nextTick(at: .start) != nil)
    model.press("G")
    #expect(model.nextTick(at: .start) == nil)
  }

  @Test("an ended card leaves 15 minutes after its end")
  func endedLeaves() {
    var model = MonitorModel(80, 24, [ended(1, "Build", .completed, secondsAgo: 60)])
    #expect(model.nextTick(at: .start) == .seconds(14 * 60))
    model.happen(.tick, at: .start.advanced(by: .seconds(14 * 60 - 1)))
    #expect(model.cards.count == 1)
    model.happen(.tick, at: .start.advanced(by: .seconds(14 * 60)))
    #expect(model.cards.isEmpty)
  }

  @Test("a card that ended long ago never shows")
  func endedLongAgo() {
    #expect(MonitorModel(80, 24, [ended(1, "Build", .lost, secondsAgo: 3600)]).cards.isEmpty)
  }

  @Test("an end in the future leaves as if it were now")
  func endedInTheFuture() {
    let model = MonitorModel(80, 24, [ended(1, "Build", .lost, secondsAgo: -86_400)])
    #expect(model.nextTick(at: .start) == .seconds(15 * 60))
  }

  @Test("where a long notice was, cards are again once it goes")
  func noticeGivesItsRows() {
    let tasks = (1...30).map { task($0, "Queued \($0)", .queued) }
    var model = MonitorModel(40, 12, tasks)
    let before = model.viewport.inView
    model.happen(.requestFailed(SanitisedText(String(repeating: "no such task; ", count: 12))))
    #expect(model.viewport.inView.count < before.count)
    model.happen(.tick, at: .start.advanced(by: .seconds(8)))
    #expect(model.viewport.inView == before)
  }

  @Test("a second that passes lays cards out anew only where a question counts it")
  func layoutOfASecond() {
    let second = Moment.start.advanced(by: .seconds(1))
    var quiet = MonitorModel(80, 24, [timed])
    let edition = quiet.edition
    quiet.happen(.tick, at: second)
    #expect(quiet.edition == edition)
    var asking = MonitorModel(80, 24, [task(1, "Backup") { $0.stall() }])
    let askingEdition = asking.edition
    asking.happen(.tick, at: second)
    #expect(asking.edition != askingEdition)
  }

  @Test("a notice goes after a while, or at the next key")
  func notice() {
    var model = MonitorModel(80, 24, [])
    model.happen(.requestFailed("no such task"))
    #expect(model.nextTick(at: .start) == .seconds(8))
    var later = model
    later.happen(.tick, at: .start.advanced(by: .seconds(8)))
    #expect(later.notice == nil)
    model.press("?")
    #expect(model.notice == nil)
  }

  @Test("elapsed, remaining and stalled time go on between snapshots")
  func goesOn() {
    let running = task(1, "Encode") {
      $0.measure(1, of: 2, rate: 1, eta: .seconds(30))
      $0.elapsed = .seconds(30)
    }
    let model = MonitorModel(80, 24, [running, assorted[0]])
    let screen = model.screen(at: .start.advanced(by: .seconds(10)))
    #expect(screen.contains("20s left"))
    #expect(screen.contains("40s"))
    #expect(screen.contains("for 55 s."))
    #expect(screen.contains("expires in 32 s"))
  }

  @Test("an ETA that has run out isn't shown as nothing left")
  func runOut() {
    let running = task(1, "Encode") { $0.measure(1, of: 2, rate: 1, eta: .seconds(5)) }
    let screen = MonitorModel(80, 24, [running]).screen(at: .start.advanced(by: .seconds(6)))
    #expect(screen.contains("50%") && !screen.contains("left"))
  }

  @Test("an ETA that is only about right is shown rounded, also without a percent")
  func approximate() {
    let measured = task(1, "Encode") {
      $0.measure(1, of: 2, rate: 1, eta: .seconds(250), .approximate)
    }
    let unmeasured = task(2, "Make") {
      $0.progress.eta = .seconds(3700)
      $0.progress.etaConfidence = .approximate
    }
    let screen = MonitorModel(80, 24, [measured, unmeasured]).screen(at: .start)
    #expect(screen.contains("~4m left"))
    #expect(screen.contains("~62m left"))
  }

  @Test("a slow task is asked about in its own words, in one line too")
  func slow() {
    let task = task(1, "Nightly backup") {
      $0.measure(16, of: 100)
      ($0.stall.kind, $0.stall.time, $0.stall.slowdown) = (.slow, .seconds(130), 12.4)
    }
    #expect(
      MonitorModel(80, 24, [task]).screen(at: .start)
        .contains("Nightly backup is 16% complete and has become 12 times slower."))
    #expect(
      MonitorModel(40, 10, assorted + [task]).screen(at: .start)
        .contains("Now 12 times slower"))
  }

  @Test("in suspend a stall's clock stands, the elapsed time doesn't")
  func suspend() {
    var woken = Moment.start
    woken.running += .seconds(7200)
    let stalled = task(1, "Backup") { $0.stall() }
    let model = MonitorModel(80, 24, [stalled, task(2, "Copy") { $0.elapsed = .seconds(1) }])
    #expect(model.screen(at: woken).contains("for 45 s."))
    #expect(model.screen(at: woken).contains("2h"))
  }
}
