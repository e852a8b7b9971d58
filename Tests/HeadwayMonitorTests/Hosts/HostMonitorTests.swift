import HeadwayModel
import TestClocks
import Testing

@testable import HeadwayMonitor

/// This machine, and two others.
private let far = HostPlace(1)
private let third = HostPlace(2)

extension MonitorModel {
  /// Connected to this machine and to build1. build2 is still connecting.
  fileprivate static func ofThree(_ others: [TaskSnapshot]) -> MonitorModel {
    var settings = MonitorSettings()
    settings.hosts = [nil, HostName("build1"), HostName("build2")]
    settings.timeOfDay = { _ in "14:03" }
    settings.machineName = "desk"
    settings.version = "1.0"
    var model = MonitorModel(90, 30, [task(1, "Own")], settings: settings)
    model.load(others, of: far)
    return model
  }

  fileprivate mutating func load(
    _ tasks: [TaskSnapshot], of host: HostPlace, at now: Moment = .start
  ) {
    happen(.linkChanged(.connected, of: host), at: now)
    happen(.snapshotStarted(of: host), at: now)
    for task in tasks {
      var task = task
      task.host = settings.hosts[host.index]
      happen(.taskChanged(task, of: host), at: now)
    }
    happen(.snapshotEnded(of: host), at: now)
  }

  fileprivate func hostKey(_ number: Int) -> CardKey { CardKey(taskKey(number), of: far) }
}

@Suite("The monitor of several machines")
struct HostMonitorTests {
  @Test("each machine has a heading with its counts and its state, and its cards below")
  func headings() throws {
    let model = MonitorModel.ofThree([task(1, "Far"), ended(2, "Broken", .failed)])
    let lines = model.screen().split(separator: "\n").map(String.init)
    let own = try #require(lines.firstIndex { $0.contains("desk (this machine) · 1 running") })
    let build = try #require(lines.firstIndex { $0.contains("build1 · 1 running · 1 failed") })
    let last = try #require(lines.firstIndex { $0.contains("build2") })
    #expect(own < build && build < last)
    #expect(lines[build].hasSuffix("live") && lines[last].hasSuffix("connecting"))
    #expect(lines[own + 1].contains("1  Own") && lines[build + 1].contains("1  Far"))
  }

  @Test("tasks with one key on two machines are two cards, and a request goes to the right hub")
  func sameKeys() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    #expect(model.cards.total == 2 && model.selection == key(1))
    model.press("jj")
    #expect(model.selection == model.hostKey(1))
    #expect(model.press("Cy") == [.cancel(model.hostKey(1), force: true)])
    model.happen(.taskRemoved(CardKey(taskKey(1), of: third)))
    #expect(model.cards.total == 2)
  }

  @Test("the cards of a machine that is lost stay, grey and without a guess, and nothing is sent")
  func lost() throws {
    var model = MonitorModel.ofThree([
      task(1, "Far") { $0.measure(300, of: 512, "files", rate: 4, eta: .seconds(153)) }
    ])
    let later = Moment.start.advanced(by: .seconds(60))
    model.happen(.linkChanged(.reconnecting, of: far), at: .start)
    model.happen(.linkChanged(.unreachable("Connection refused"), of: far), at: later)
    let screen = model.screen(at: later)
    #expect(screen.contains("build1 · as of 14:03 · 1 running"))
    #expect(screen.contains("can't be reached: Connection refused"))
    #expect(screen.contains("running · as of 14:03") && !screen.contains("left"))
    #expect(!screen.contains("lost") && screen.contains("Headway  1 running "))
    #expect(screen.contains("1 machine missing"))
    let canvas = render(model, at: later)
    let row = try #require(canvas.lines.firstIndex { $0.contains("Far") })
    let styles = Set((2..<90).map { canvas[row: row, column: $0].style })
    #expect(styles.isSubset(of: [.role(.faint), .role(.plain)]))
    model.press("jj")
    #expect(model.press("c") == [] && model.prompt == nil)
    #expect(model.notice?.text == "build1 can't be reached now: nothing was sent.")
  }

  @Test("a cancel that is still withheld when its machine is lost isn't sent later")
  func lostMeanwhile() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.press("jjcy")
    model.happen(.linkChanged(.unreachable("gone"), of: far))
    let due = Moment.start.advanced(by: .seconds(3))
    #expect(model.happen(.tick, at: due) == [])
    #expect(model.notice?.text == "build1 can't be reached now: nothing was sent.")
    model.load([task(1, "Far")], of: far, at: due)
    #expect(
      !model.happen(.tick, at: due.advanced(by: .seconds(3))).contains {
        if case .cancel = $0 { true } else { false }
      })
  }

  @Test("after a silence the cards are as of the last word")
  func silence() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    let now = Moment.start.advanced(by: .seconds(12))
    model.happen(.linkChanged(.silent(since: Moment.start.running), of: far), at: now)
    #expect(model.screen(at: now).contains("no word for 12 s"))
    #expect(model.nextTick(at: now) != nil)
    model.happen(.linkChanged(.unreachable("gone"), of: far), at: now)
    #expect(model[far].lostAt?.running == Moment.start.running)
  }

  @Test("Enter at a heading logs in, tries again or folds")
  func heading() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.press("jj")
    model.happen(.keyPressed(.up))
    #expect(model.selectedHost == far && model.selected == nil)
    model.happen(.keyPressed(.enter))
    #expect(!model.screen().contains("  Far") && model.cards.total == 2)
    model.happen(.keyPressed(.enter))
    #expect(model.screen().contains("  Far"))
    model.happen(.linkChanged(.loginNeeded("it refused your keys"), of: far))
    #expect(model.screen().contains("it refused your keys · Enter: log in"))
    #expect(model.happen(.keyPressed(.enter)).contains(.logIn(far)))
    model.happen(.linkChanged(.unreachable("Connection refused"), of: far))
    #expect(model.happen(.keyPressed(.enter)).contains(.connect(far)))
    #expect(model.press("c") == [])
    #expect(model.notice?.text.string.hasPrefix("The heading of a machine is selected") == true)
  }

  @Test("other orders mix the machines, and name them on the cards")
  func mixed() throws {
    var model = MonitorModel.ofThree([task(3, "Far")])
    model.press("s")
    let screen = model.screen()
    #expect(screen.contains("build1:3  Far") && !screen.contains("build1 · 1 running"))
    #expect(screen.contains("newest first"))
    #expect(model.press("Cy").isEmpty == false)
  }

  @Test("a key hides the other machines and shows them again, for later monitors too")
  func hiding() throws {
    var model = MonitorModel.ofThree([task(3, "Far")])
    let memory = MonitorMemory(isSplit: true, areHostsShown: false)
    #expect(model.press("@") == [.showHosts(false), .remember(memory)])
    #expect(!model.screen().contains("build1") && !model.screen().contains("this machine"))
    #expect(model.cards.total == 1 && MonitorMemory(text: memory.text) == memory)
    #expect(model.press("@").first == .showHosts(true))
    #expect(model.screen().contains("build1"))
  }

  @Test("a filter names machines")
  func filter() throws {
    var model = MonitorModel.ofThree([task(3, "Far")])
    model.press("/host:build*")
    #expect(model.screen().contains("Far") && !model.screen().contains("Own"))
    model.happen(.keyPressed(.control("u")))
    model.press("host:here")
    #expect(!model.screen().contains("  Far") && model.screen().contains("Own"))
  }

  @Test("each hub is told its own tasks in view")
  func interest() throws {
    var model = MonitorModel.ofThree([task(3, "Far")])
    let commands = model.pressAndLook("jj")
    #expect(
      commands.contains(
        .setInterest(MonitorInterest(view: [taskKey(3)], selected: taskKey(3)), of: far)))
    #expect(
      commands.contains(.setInterest(MonitorInterest(view: [taskKey(1)]), of: .first)))
    // The processes of another machine aren't those of this one.
    model.happen(.keyPressed(.enter))
    #expect(model.measurement.requests.isEmpty)
  }

  @Test("a new version says so, and counts beyond all numbers don't end the monitor")
  func lies() throws {
    var model = MonitorModel.ofThree([task(3, "Far")])
    model.happen(.greeted("0.9", of: far))
    #expect(model.screen().contains("live · headway 0.9"))
    var summary = HubSummary()
    (summary.running, summary.needsYou) = (.max, .max)
    model.happen(.summaryChanged(summary, of: far))
    model.happen(.summaryChanged(summary, of: .first))
    _ = model.overallProgress(at: .start)
    _ = model.terminalRecords(at: .start)
  }

  @Test("the first heading can be selected, folded and unfolded")
  func firstHeading() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.press("g")
    #expect(model.selectedHost == .first)
    model.happen(.keyPressed(.enter))
    #expect(!model.screen().contains("  Own") && model.selectedHost == .first)
    model.happen(.keyPressed(.right))
    #expect(model.screen().contains("  Own"))
  }

  @Test("at the start the first card is selected, whichever machine answers first")
  func start() throws {
    var settings = MonitorSettings()
    settings.hosts = [nil, HostName("build1"), HostName("build2")]
    var model = MonitorModel(settings: settings)
    model.happen(.resized(CanvasSize(columns: 80, rows: 12)))
    model.load((1...30).map { task($0, "Third") }, of: third)
    model.load((1...30).map { task($0, "Far") }, of: far)
    model.load((1...30).map { task($0, "Own") }, of: .first)
    #expect(model.selection == key(1) && model.viewport.top == 0)
  }

  @Test("a withheld action that waits for this machine's hub doesn't wake the monitor")
  func waiting() throws {
    var model = MonitorModel.ofThree([ended(1, "Far", .completed)])
    model.press("cy")
    model.happen(.linkChanged(.reconnecting))
    let late = Moment.start.advanced(by: .seconds(5))
    model.happen(.tick, at: late)
    #expect(model.nextTick(at: late) != .zero && model.held.count == 1)
  }

  @Test("a kill that is confirmed after its machine is lost says that nothing was sent")
  func killLost() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.press("jjC")
    model.happen(.linkChanged(.unreachable("gone"), of: far))
    #expect(model.press("y") == [])
    #expect(model.notice?.text == "build1 can't be reached now: nothing was sent.")
  }

  @Test(
    "a dismissal that can't be sent brings the card back, and none is taken from a lost machine")
  func dismissed() throws {
    var model = MonitorModel.ofThree([ended(1, "Far", .failed)])
    model.press("jjx")
    #expect(model.cards.total == 1)
    model.happen(.linkChanged(.unreachable("gone"), of: far))
    model.happen(.tick, at: Moment.start.advanced(by: .seconds(9)))
    #expect(model.cards.total == 2)
    model.press("A")
    #expect(model.cards.total == 2)
  }

  @Test("hiding the machines sends what was decided about their tasks")
  func hidden() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.press("jjcy")
    let commands = model.press("@")
    #expect(commands.first == .cancel(model.hostKey(1), force: false))
    #expect(model.held.isEmpty)
  }

  @Test("no output is asked for from a machine that can't be reached")
  func output() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.happen(.linkChanged(.loginNeeded("it refused your keys"), of: far))
    model.press("jj")
    model.happen(.keyPressed(.enter))
    #expect(model.taskOutput.requests.isEmpty)
    let sentence = model.sentenceWithoutOutput(of: model.hostKey(1))
    #expect(sentence == "build1 can't be reached now.")
  }

  @Test("a silence in the middle of a snapshot doesn't mix it with the cards of before")
  func slowSnapshot() throws {
    var model = MonitorModel.ofThree([task(1, "Far"), task(2, "Gone")])
    model.happen(.linkChanged(.connected, of: far))
    model.happen(.snapshotStarted(of: far))
    model.happen(.taskChanged(task(1, "Far"), of: far))
    model.happen(.linkChanged(.silent(since: Moment.start.running), of: far))
    model.happen(.linkChanged(.connected, of: far))
    model.happen(.snapshotEnded(of: far))
    #expect(!model.screen().contains("Gone") && model.screen().contains("Far"))
  }

  @Test("a filter shows the machines that have a match, folded or not, as matches come")
  func filteredHeadings() throws {
    var model = MonitorModel.ofThree([task(3, "Far")])
    model.press("jj")
    model.happen(.keyPressed(.left))
    #expect(!model.screen().contains("  Far"))
    model.press("/title:Far")
    model.happen(.keyPressed(.enter))
    #expect(model.screen().contains("3  Far") && model.screen().contains("build1"))
    #expect(!model.screen().contains("this machine") && !model.screen().contains("build2"))
    model.happen(.taskChanged(task(8, "Far too")))
    #expect(model.screen().contains("desk (this machine)") && model.screen().contains("Far too"))
  }

  @Test("a question about several tasks names their machine, or how many there are")
  func question() throws {
    var model = MonitorModel.ofThree([task(3, "Far"), task(4, "Far")])
    model.press("jjmmc")
    #expect(model.prompt?.text == "Cancel 2 tasks of build1?")
    model.press("n")
    model.happen(.keyPressed(.escape))
    model.press("Mc")
    #expect(model.prompt?.text == "Cancel 3 tasks of 2 machines?")
  }

  @Test("a monitor of named machines keeps an earlier choice for the others")
  func kept() throws {
    var settings = MonitorSettings()
    settings.hosts = [nil, HostName("build1")]
    (settings.areHostsShown, settings.isForHosts) = (false, true)
    var model = MonitorModel(160, 30, [task(1, "Own")], settings: settings)
    #expect(model.screen().contains("build1"))
    let memory = MonitorMemory(isSplit: false, areHostsShown: false)
    #expect(model.press("o") == [.remember(memory)])
  }

  @Test("a hub that refuses this version isn't a matter of logging in")
  func refused() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.happen(.linkChanged(.refused("speaks another protocol"), of: far))
    model.press("jj")
    model.happen(.keyPressed(.up))
    #expect(model.screen().contains("speaks another protocol"))
    #expect(!model.screen().contains("log in") && model.screen().contains("try now"))
    #expect(model.happen(.keyPressed(.enter)).contains(.connect(far)))
  }

  @Test("a machine that the broker has forgotten leaves the screen, and comes back with its hub")
  func forgotten() throws {
    var model = MonitorModel.ofThree([task(1, "Far")])
    model.press("jj")
    model.happen(.hostForgotten(far))
    #expect(!model.screen().contains("build1") && !model.screen().contains("Far"))
    #expect(model.screen().contains("build2") && model.cards.total == 1)
    model.happen(.linkChanged(.unreachable("the broker has forgotten it"), of: far))
    #expect(!model.screen().contains("build1"))
    model.load([task(1, "Again")], of: far)
    #expect(model.screen().contains("build1 · 1 running") && model.screen().contains("1  Again"))
  }

  @Test("a monitor of a fleet offers no key for what a broker doesn't carry")
  func beyondBroker() {
    var settings = MonitorSettings()
    settings.hosts = [HostName("ada@build1")]
    settings.isFleet = true
    var model = MonitorModel(
      90, 30, [task(1, "Own"), ended(2, "Done", .failed)], settings: settings)
    model.press("j")
    #expect(!model.screen().contains("l output") && !model.screen().contains("r restart"))
    for key in "laixrRAo" {
      #expect(model.press("\(key)") == [], "\(key)")
      #expect(model.log == nil && model.typing == nil && model.prompt == nil)
    }
    model.press("l")
    #expect(model.screen().contains("A broker doesn't carry this: log in to the machine."))
    model.press("k")
    #expect(model.screen().contains("c cancel"))
    model.press("?")
    #expect(!model.screen().contains("dismiss all ended"))
  }
}
