import Glibc
import HeadwayConfig
import HeadwayCore
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem
import HeadwayTerminal
import HeadwayWire

/// The monitor's shell: terminal, hub and signals in, screen and requests out. It decides nothing.
final class MonitorLoop {
  private let screen: Screen
  private let link: MonitorLink
  private let signals: SignalQueue
  private let paths: HeadwayPaths
  private let detachKeys: DetachKeys
  private let herald: TerminalHerald
  private var gauge: TerminalGauge
  private var model: MonitorModel
  private var renderer = MonitorRenderer()
  private var poller = Poller()
  private let outputs: OutputTails
  private var isOver = false

  private static let routed: [CInt] = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]

  init(
    screen: Screen, paths: HeadwayPaths, settings: MonitorSettings, config: HeadwayConfig
  ) throws(SystemError) {
    self.screen = screen
    self.paths = paths
    detachKeys = config.attach.detachKeys
    gauge = TerminalGauge(config)
    herald = TerminalHerald(config.tell, isUnicode: settings.glyphs == .unicode)
    let set = SignalSet(Self.routed)
    signals = try SignalQueue(blocking: set, queued: set)
    outputs = OutputTails(paths: paths)
    link = MonitorLink(paths: paths, subject: .tasks, mayStartHub: true)
    link.followsSummary = gauge.isOn
    model = MonitorModel(settings: settings)
  }

  /// Until `q`, the end of the terminal, or a signal that ends the process. `complaint` is said first:
  /// what was written before the screen was opened is behind it.
  func run(saying complaint: String? = nil) {
    take(.resized(screen.size))
    if let complaint { take(.complained(SanitisedText(complaint, limit: .line))) }
    while !isOver {
      exchangeWithHub()
      screen.present(renderer.render(model, at: .now))
      gauge.show(model.overallProgress(at: .now), on: screen)
      wait()
      takeSignals()
      takeInput()
      takeOutputs()
    }
    take(.leaving)
    screen.close()
  }

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
    let deadlines = [tick, link.nextDeadline, outputs.nextDeadline, gauge.deadline]
    poller.wait(until: deadlines.compactMap { $0 }.min())
    if let tick, SystemClocks.awake >= tick { take(.tick) }
  }

  /// Looks at the size too, which a signal announces.
  private func takeInput() {
    guard hasInput || hasSignal else { return }
    while !isOver, let input = screen.nextInput() { take(input.event) }
    if poller.readiness(of: STDIN_FILENO).contains(.hungUp) { isOver = true }
  }

  private var hasInput: Bool { !poller.readiness(of: STDIN_FILENO).isEmpty }
  private var hasSignal: Bool { !poller.readiness(of: signals.raw).isEmpty }

  private func takeSignals() {
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

  private func takeOutputs() {
    let events = outputs.news(poller)
    if !events.isEmpty { take(events) }
  }

  private func exchangeWithHub() {
    var events: [MonitorEvent] = []
    for event in link.step(now: SystemClocks.awake) { event.add(to: &events, of: link) }
    if !events.isEmpty { take(events) }
  }

  private func take(_ event: MonitorEvent) { take([event]) }

  private func take(_ events: [MonitorEvent]) {
    for command in model.update(events, at: .now) { perform(command) }
  }

  private func perform(_ command: MonitorCommand) {
    switch command {
    case .setInterest(let interest):
      link.setInterest(
        interest.view, selected: interest.selected, isFocused: interest.isFocused)
    case .cancel(let key, let force): link.cancel(key, force: force)
    case .answer(let key, let answer): link.answer(key, answer)
    case .pause(let key): link.pause(key)
    case .resume(let key): link.resume(key)
    case .restart(let key): link.restart(key)
    case .attach(let key, let number): attach(to: key, number)
    case .followOutputs(let requests): outputs.follow(requests)
    case .copy(let text): copy(text)
    case .tell(let notification): herald.tell(notification, on: screen)
    case .repaint: screen.repaint()
    case .suspend: suspend()
    case .quit: isOver = true
    }
  }

  /// The hub is heard again afterwards: to it this was a slow monitor.
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
    take(.returned(SanitisedText(line, limit: .line)))
  }

  static var isInTmux: Bool { !(ProcessEnvironment.variable("TMUX") ?? "").isEmpty }

  /// tmux keeps what its panes send to the clipboard to itself unless it is told to. A tmux of another
  /// user is a terminal like any other.
  private func copy(_ text: ClipboardText) {
    guard Self.isInTmux, let server = try? TmuxSocket.around() else {
      return screen.send(text.sequence)
    }
    server.copy(text.text)
  }

  private func die(of signal: CInt) -> Never {
    take(.leaving)
    screen.close()
    OwnProcess.die(of: signal)
  }

  private func leaveScreen() {
    screen.suspend()
    gauge.forget()
  }

  private func suspend() {
    leaveScreen()
    OwnProcess.stop(by: SIGTSTP)
    screen.resume()
  }
}

extension Moment {
  /// The clocks of this machine.
  static var now: Moment {
    Moment(
      awake: SystemClocks.awake, continuous: SystemClocks.continuous,
      wall: WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds))
  }
}

extension MonitorLink.Event {
  /// Adds what this event of `link` means to the monitor.
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
    case .summary(let message): events.append(.summaryChanged(message.summary))
    }
  }

  private static func state(_ saidGoodbye: Bool, _ trouble: LinkError?) -> LinkState {
    if saidGoodbye { return .goodbye }
    if case .refused(_, let message) = trouble { return .refused(SanitisedText(message)) }
    return .reconnecting
  }
}
