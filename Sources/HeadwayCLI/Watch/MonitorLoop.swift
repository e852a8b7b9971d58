import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem
import HeadwayTerminal
import HeadwayWire

/// The event loop of the monitor. It turns keys, hub messages and signals into events, and performs
/// the model's commands. It makes no decisions, so the model can be tested alone.
///
/// ```swift
/// let loop = try MonitorLoop(screen: screen, paths: paths, settings: settings, config: config)
/// loop.run()
/// ```
final class MonitorLoop {
  private let screen: Screen
  private let link: MonitorLink
  private let signals: SignalQueue
  private let paths: HeadwayPaths
  private let detachKeys: DetachKeys
  /// The notifications on the monitor's terminal.
  private let herald: TerminalNotifier
  /// The progress in the terminal's tab or task bar.
  private var gauge: TerminalIndicator
  /// The status of all tasks in the terminal.
  private var sign: TerminalStatusSign
  /// The bytes that take back what both have sent.
  private var farewell: [UInt8] = [] {
    didSet { if farewell != oldValue { screen.setFarewell(farewell) } }
  }
  private var model: MonitorModel
  private var renderer = MonitorRenderer()
  private var poller = Poller()
  private let outputs: OutputTails
  private var sampler = UseSampler()
  private var isOver = false

  /// The signals that the loop reads from a queue, so that the screen is always restored.
  private static let routed: [CInt] = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]

  /// Creates a loop for an open screen. Throws if the signals can't be queued.
  init(
    screen: Screen, paths: HeadwayPaths, settings: MonitorSettings, config: HeadwayConfig
  ) throws(SystemError) {
    self.screen = screen
    self.paths = paths
    detachKeys = config.attach.detachKeys
    gauge = TerminalIndicator(config)
    sign = TerminalStatusSign(config)
    herald = TerminalNotifier(config.tell, isUnicode: settings.glyphs == .unicode)
    let set = SignalSet(Self.routed)
    signals = try SignalQueue(blocking: set, queued: set)
    outputs = OutputTails(paths: paths)
    link = MonitorLink(paths: paths, subject: .tasks, mayStartHub: true)
    link.followsSummary = gauge.isOn
    model = MonitorModel(settings: settings)
  }

  /// Runs until `q`, the end of the terminal, or a fatal signal. Shows `complaint` in the footer,
  /// because lines printed before the screen opened are hidden behind it.
  func run(saying complaint: String? = nil) {
    handle(.resized(screen.size))
    sign.ask(screen)
    if let complaint { handle(.complained(SanitisedText(complaint, limit: .line))) }
    while !isOver {
      exchangeWithHub()
      screen.present(renderer.render(model, at: .now))
      gauge.show(model.overallProgress(at: .now), on: screen)
      sign.show({ model.terminalRecords(at: .now) }, on: screen)
      farewell = gauge.farewell + sign.farewell
      wait()
      handleSignals()
      readInput()
      readOutputs()
      if let event = sampler.news(now: SystemClocks.awake) { handle(event) }
    }
    handle(.leaving)
    screen.close()
  }

  /// Sleeps until a key, a message, a signal, output or the next deadline.
  private func wait() {
    let now = Moment.now
    link.mindsSilence = model.hasLiveTasks
    poller.begin()
    poller.watch(STDIN_FILENO, .readable)
    poller.watch(signals.raw, .readable)
    if let descriptor = link.descriptor {
      poller.watch(descriptor, .readable(andWritable: link.wantsWrite))
    }
    outputs.watch(with: &poller)
    let tick = model.nextTick(at: now).map { now.awake + $0 }
    let deadlines = [
      tick, link.nextDeadline, outputs.nextDeadline, sampler.nextDeadline, gauge.deadline,
      sign.deadline,
    ]
    poller.wait(until: deadlines.compactMap { $0 }.min())
    if let tick, SystemClocks.awake >= tick { handle(.tick) }
  }

  /// Handles keys. Reads after a signal, too, because curses reports a resize as a key.
  private func readInput() {
    guard hasInput || hasSignal else { return }
    while !isOver, let input = screen.nextInput() { handle(input.event) }
    if poller.readiness(of: STDIN_FILENO).contains(.hungUp) { isOver = true }
  }

  private var hasInput: Bool { !poller.readiness(of: STDIN_FILENO).isEmpty }
  private var hasSignal: Bool { !poller.readiness(of: signals.raw).isEmpty }

  /// Handles the queued signals.
  private func handleSignals() {
    guard hasSignal else { return }
    while let signal = signals.next() {
      switch signal.number {
      case SIGTSTP: suspend()
      case SIGCONT: screen.resume()
      case SIGWINCH: break
      default: die(of: signal.number)
      }
    }
  }

  /// Passes new output of tasks to the model.
  private func readOutputs() {
    let events = outputs.news(poller)
    if !events.isEmpty { handle(events) }
  }

  /// Sends and receives what is possible without waiting.
  private func exchangeWithHub() {
    var events: [MonitorEvent] = []
    for event in link.step(now: SystemClocks.awake) {
      if case .settingsChanged = event { adoptConfig() }
      event.add(to: &events, of: link)
    }
    if !events.isEmpty { handle(events) }
  }

  /// Reads the config again, because the hub has, and adopts its looks and keys. A wrong config
  /// changes nothing; the person who had the hub read it has been told.
  private func adoptConfig() {
    guard let (config, preferences) = try? UserConfig.forMonitor() else { return }
    screen.adopt(preferences.applied(to: config.monitor.theme.theme))
    handle(.settingsChanged(keys: preferences.keys, keepEnded: config.monitor.keepEnded))
  }

  private func handle(_ event: MonitorEvent) { handle([event]) }

  /// Passes events to the model and performs the commands that the model returns.
  private func handle(_ events: [MonitorEvent]) {
    for command in model.update(events, at: .now) { perform(command) }
  }

  /// Performs a command of the model.
  private func perform(_ command: MonitorCommand) {
    switch command {
    case .setInterest(let interest):
      link.setInterest(
        interest.view, selected: interest.selected, isFocused: interest.isFocused)
    case .cancel(let key, let force): link.cancel(key, force: force)
    case .answer(let key, let answer): link.answer(key, answer)
    case .pause(let key): link.pause(key)
    case .resume(let key): link.resume(key)
    case .type(let key, let number, let text): type(text, to: key, number)
    case .acknowledge(let keys): link.acknowledge(keys)
    case .restart(let key): link.restart(key)
    case .attach(let key, let number): attach(to: key, number)
    case .followOutputs(let requests): outputs.follow(requests)
    case .measure(let processes): sampler.measure(processes, now: SystemClocks.awake)
    case .remember(let memory): remember(memory)
    case .copy(let text): copy(text)
    case .tell(let notification): herald.tell(notification, on: screen)
    case .repaint: screen.repaint()
    case .suspend: suspend()
    case .quit: isOver = true
    }
  }

  /// Shows a task's terminal, then returns to the monitor. The monitor reads nothing from the hub
  /// in the meantime, so the hub treats it as a slow monitor.
  private func attach(to key: TaskKey, _ number: TaskNumber) {
    let attachment = Attachment(
      key: key, name: number.description, paths: paths, keys: detachKeys)
    leaveScreen()
    let line: String
    do {
      let result = try attachment.perform()
      if let signal = result.signal { die(of: signal) }
      line = result.line
    } catch {
      line = error.message ?? ""
    }
    screen.resume()
    handle(.returned(SanitisedText(line, limit: .line)))
  }

  /// Types a line at a task's terminal, and shows why if the terminal doesn't take it. The screen
  /// stands still meanwhile, at most for the patience of the delivery.
  private func type(_ text: String, to key: TaskKey, _ number: TaskNumber) {
    let delivery = TextDelivery(
      key: key, name: number.description, paths: paths, patience: .milliseconds(500))
    do {
      try delivery.perform(TypedText(text, endsLine: true).bytes)
    } catch {
      handle(.requestFailed(SanitisedText(error.message ?? "", limit: .line)))
    }
  }

  /// Whether the monitor runs inside tmux.
  static var isInTmux: Bool { !(ProcessEnvironment.variable("TMUX") ?? "").isEmpty }

  /// Keeps a choice for later monitors, and says so if that isn't possible.
  private func remember(_ memory: MonitorMemory) {
    do {
      try PrivateDirectory.ensure(paths.stateDirectory)
      try DurableFile.write(Array(memory.text.utf8), to: paths.monitorMemory, isDurable: false)
    } catch {
      let sentence = "The next monitor won't know this choice: \(error)"
      handle(.requestFailed(SanitisedText(sentence, limit: .line)))
    }
  }

  /// Puts a text on the clipboard of the terminal's user. Inside tmux, the tmux server must set the
  /// clipboard, because by default it doesn't pass on a pane's clipboard sequences. If the server
  /// belongs to another user, the sequence goes to the terminal instead.
  private func copy(_ text: ClipboardText) {
    guard Self.isInTmux, let server = try? TmuxSocket.around() else {
      return screen.send(text.sequence)
    }
    server.copy(text.text)
  }

  /// Restores the screen and dies of the signal, so that the shell sees the cause.
  private func die(of signal: CInt) -> Never {
    handle(.leaving)
    screen.close()
    OwnProcess.die(of: signal)
  }

  /// Gives the screen to another program, without ending curses.
  private func leaveScreen() {
    screen.suspend()
    gauge.forget()
    sign.forget()
  }

  /// Stops the process as Ctrl-Z would, and draws everything again once continued.
  private func suspend() {
    leaveScreen()
    OwnProcess.stop(by: SIGTSTP)
    screen.resume()
  }
}

extension Moment {
  /// The current time on all clocks.
  static var now: Moment {
    Moment(
      awake: SystemClocks.awake, running: SystemClocks.running,
      wall: WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
  }
}

extension MonitorLink.Event {
  /// Adds the monitor events that correspond to this event of `link`.
  func add(to events: inout [MonitorEvent], of link: MonitorLink) {
    switch self {
    case .connected: events += [.linkChanged(.connected), .snapshotStarted]
    case .failing: events.append(.linkChanged(.failing))
    case .silenced: events.append(.linkChanged(.silent))
    case .resumed: events.append(.linkChanged(.connected))
    case .disconnected(let saidGoodbye):
      events.append(.linkChanged(Self.state(saidGoodbye, link.trouble)))
    case .changed(let task): events.append(.taskChanged(task))
    case .stepped(let steps): events.append(.tasksStepped(steps))
    case .snapshotEnded: events.append(.snapshotEnded)
    case .removed(let key): events.append(.taskRemoved(key))
    case .requestFailed(let text):
      events.append(.requestFailed(SanitisedText(text, limit: .line)))
    case .told(let notification): events.append(.told(notification))
    // The loop reads the config itself, before it passes on the other events.
    case .settingsChanged: break
    case .summary(let message): events.append(.summaryChanged(message.summary))
    }
  }

  /// The state of a lost link.
  private static func state(_ saidGoodbye: Bool, _ trouble: LinkError?) -> LinkState {
    if saidGoodbye { return .goodbye }
    if case .refused(_, let message) = trouble { return .refused(SanitisedText(message)) }
    return .reconnecting
  }
}
