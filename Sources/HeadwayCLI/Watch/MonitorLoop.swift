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
/// let loop = try MonitorLoop(
///   screen: screen, paths: paths, settings: settings, config: config, hosts: [nil])
/// loop.run()
/// ```
final class MonitorLoop {
  private let screen: Screen
  private let links: MonitorLinks
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
  private let farOutputs: FarOutputs
  /// The errands on other machines.
  private var errands = FarErrands()
  private var sampler = UseSampler()
  /// Whether the terminal is asked for the width of ambiguous characters.
  private let asksWidth: Bool
  private var isOver = false

  /// The signals that the loop reads from a queue, so that the screen is always restored.
  private static let routed: [CInt] = [SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]

  /// Creates a loop for an open screen.
  ///
  /// - Parameters:
  ///   - hosts: The machines in the order of their headings; nil for this one.
  ///   - fleet: The hubs of a fleet, whose headings come after them.
  /// - Throws: if the signals can't be queued.
  init(
    screen: Screen, paths: HeadwayPaths, settings: MonitorSettings, config: HeadwayConfig,
    hosts: [Host?], fleet: FleetFeed? = nil
  ) throws(SystemError) {
    self.screen = screen
    self.paths = paths
    detachKeys = config.attach.detachKeys
    asksWidth = config.monitor.asksWidth && settings.glyphs == .unicode
    gauge = TerminalIndicator(config)
    sign = TerminalStatusSign(config)
    herald = TerminalNotifier(
      config.tell, isUnicode: [.unicode, .eastAsian].contains(settings.glyphs))
    let set = SignalSet(Self.routed)
    signals = try SignalQueue(blocking: set, queued: set)
    outputs = OutputTails(paths: paths)
    let links = MonitorLinks(
      paths: paths, hosts: hosts, areHostsShown: settings.areHostsShown || settings.isForHosts,
      tellsOfHosts: config.tellsOfHosts, followsSummary: gauge.isOn, fleet: fleet)
    farOutputs = FarOutputs { links.command($0) }
    self.links = links
    model = MonitorModel(settings: settings)
  }

  /// Runs until `q`, the end of the terminal, or a fatal signal. Shows `complaint` in the footer,
  /// because lines printed before the screen opened are hidden behind it.
  func run(saying complaint: String? = nil) {
    handle(.resized(screen.size))
    sign.ask(screen)
    if asksWidth { screen.askAmbiguousWidth() }
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
      handle(errands.news())
      if let event = sampler.news(now: SystemClocks.awake) { handle(event) }
    }
    handle(.leaving)
    screen.close()
    finish()
  }

  /// Sleeps until a key, a message, a signal, output or the next deadline.
  private func wait() {
    let now = Moment.now
    links.mindSilence { model.hasLiveTasks(of: $0) }
    poller.begin()
    poller.watch(STDIN_FILENO, .readable)
    poller.watch(signals.raw, .readable)
    links.watch(with: &poller)
    outputs.watch(with: &poller)
    farOutputs.watch(with: &poller)
    errands.watch(with: &poller)
    let tick = model.nextTick(at: now).map { now.awake + $0 }
    let deadlines = [
      tick, links.nextDeadline, outputs.nextDeadline, farOutputs.nextDeadline,
      errands.nextDeadline, sampler.nextDeadline, gauge.deadline, sign.deadline,
    ]
    poller.wait(until: deadlines.compactMap { $0 }.min())
    if let tick, SystemClocks.awake >= tick { handle(.tick) }
  }

  /// Handles keys. Reads after a signal, too, because curses reports a resize as a key.
  private func readInput() {
    guard hasInput || hasSignal else { return }
    while !isOver, let events = screen.nextEvents() { handle(events) }
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
    let events = outputs.news(poller) + farOutputs.news()
    if !events.isEmpty { handle(events) }
  }

  /// Sends and receives what is possible without waiting.
  private func exchangeWithHub() {
    let events = links.step { adoptConfig() }
    for case .linkChanged(.connected, let host) in events { farOutputs.restart(host) }
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
    if events.isEmpty { return }
    for command in model.update(events, at: .now) { perform(command) }
  }

  /// Performs a command of the model.
  private func perform(_ command: MonitorCommand) {
    switch command {
    case .setInterest(let interest, let host):
      links[host]?.setInterest(
        interest.view, selected: interest.selected, isFocused: interest.isFocused)
    case .cancel(let key, let force): links[key.host]?.cancel(key.task, force: force)
    case .answer(let key, let answer): links[key.host]?.answer(key.task, answer)
    case .pause(let key): links[key.host]?.pause(key.task)
    case .resume(let key): links[key.host]?.resume(key.task)
    case .type(let key, let number, let text): type(text, to: key, number)
    case .acknowledge(let keys):
      for (host, keys) in Dictionary(grouping: keys, by: \.host) {
        links[host]?.acknowledge(keys.map(\.task))
      }
    case .restart(let key): links[key.host]?.restart(key.task)
    case .attach(let key, let number): attach(to: key, number)
    case .logIn(let host): logIn(to: host)
    case .connect(let host): links.connect(host)
    case .showHosts(let areShown): links.showHosts(areShown)
    case .followOutputs(let requests):
      outputs.follow(requests.filter { links.machine($0.key.host) == nil })
      let far = requests.filter { links.machine($0.key.host) != nil }
      farOutputs.follow(far.filter { !links.isInFleet($0.key.host) })
      for request in far where links.isInFleet(request.key.host) {
        let sentence = String(localized: "A broker carries no output. See it on the machine.")
        handle(.outputRefused(request.key, SanitisedText(sentence)))
      }
    case .measure(let processes):
      let own = processes.filter { links.machine($0.key.host) == nil }
      sampler.measure(own, now: SystemClocks.awake)
    case .remember(let memory): remember(memory)
    case .copy(let text): copy(text)
    case .tell(let notification): herald.tell(notification, on: screen)
    case .repaint: screen.repaint()
    case .suspend: suspend()
    case .quit: isOver = true
    }
  }

  /// Shows a task's terminal, then returns to the monitor. The monitor reads nothing from the hubs
  /// in the meantime, so each hub treats it as a slow monitor.
  private func attach(to key: CardKey, _ number: TaskNumber) {
    if links.machine(key.host) != nil { return attachThere(key, number) }
    if !paths.attachPlace(ofKey: key.task).exists, model.hasJob(key),
      let program = ProcessEnvironment.executablePath
    {
      return runInForeground(
        ["headway", "attach", "\(number)"], of: program, saying: "headway attach \(number)"
      ) { Self.words(ofAttach: "\(number)", status: $0) }
    }
    let attachment = Attachment(
      key: key.task, name: number.description, paths: paths, keys: detachKeys)
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

  /// Shows the terminal of a task of another machine through ssh.
  private func attachThere(_ key: CardKey, _ number: TaskNumber) {
    guard let command = links.command(key.host) else { return }
    let words = command.command(
      FarCommand.passed(["attach", "\(number)"], to: command.host), hasTerminal: true)
    let name = "\(command.host.name):\(number)"
    runInForeground(words, to: command.host.destination) {
      Self.words(ofAttach: name, status: $0)
    }
  }

  /// The sentence about a visit to the terminal of a task.
  private static func words(ofAttach name: String, status: Int32) -> String {
    status == 0
      ? String(localized: "back from \(name)")
      : String(localized: "attach to \(name) ended with exit status \(status)")
  }

  /// Lets a person log in to a machine, and connects over the connection that this opened.
  private func logIn(to host: HostPlace) {
    guard let command = links.command(host) else { return }
    let name = command.host.name
    runInForeground(command.login, to: command.host.destination) { status in
      status == 0
        ? String(localized: "logged in to \(name)")
        : String(localized: "not logged in to \(name): exit status \(status)")
    }
    links.connect(host)
  }

  /// Gives the terminal to ssh until ssh ends, and shows `words` of its exit status.
  ///
  /// - Parameter host: The destination, for a line above what ssh prints.
  private func runInForeground(
    _ arguments: [String], to host: HostName, words: (Int32) -> String
  ) {
    guard let ssh = ProgramPath.find("ssh") else {
      let sentence = String(
        localized: "the program ssh was not found; install it (Debian: openssh-client)")
      return handle(.returned(SanitisedText(sentence, limit: .line)))
    }
    runInForeground(arguments, of: ssh, saying: "ssh \(host)") { status in
      if status == 255 { Self.awaitEnter() }
      return words(status)
    }
  }

  /// Gives the terminal to a program until the program ends, and shows `words` of its exit status.
  private func runInForeground(
    _ arguments: [String], of program: String, saying name: String, words: (Int32) -> String
  ) {
    let line: String
    leaveScreen()
    StandardStreams.complain(String(localized: "\(name) runs; the monitor comes back when it ends"))
    do throws(SystemError) {
      line = words(try ForegroundProgram.run(program, arguments))
    } catch {
      line = String(localized: "\(error); try again")
    }
    screen.resume()
    handle(.returned(SanitisedText(line, limit: .line)))
  }

  /// Lets a person read what ssh has printed, until they press Enter.
  private static func awaitEnter() {
    StandardStreams.complain(
      String(localized: "ssh ended with an error; Enter: back to the monitor"))
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {}
  }

  /// Types a line at a task's terminal, and shows why if the terminal doesn't take it. The screen
  /// stands still meanwhile, at most for the patience of the delivery. For a task of another machine
  /// the screen goes on.
  private func type(_ text: String, to key: CardKey, _ number: TaskNumber) {
    if links.isInFleet(key.host) {
      return fail(String(localized: "a broker carries no text: the line wasn't sent"))
    }
    if links.machine(key.host) != nil {
      let isSent = links.command(key.host).map { errands.type(text, number: number, $0) } ?? false
      if !isSent { fail(String(localized: "ssh can't be started: the line wasn't sent")) }
      return
    }
    let delivery = TextDelivery(
      key: key.task, name: number.description, paths: paths, patience: .milliseconds(500))
    do {
      try delivery.perform(TypedText(text, endsLine: true).bytes)
    } catch {
      fail(error.message ?? "")
    }
  }

  /// Shows why something that the person wanted hasn't happened.
  private func fail(_ sentence: String) {
    handle(.requestFailed(SanitisedText(sentence, limit: .line)))
  }

  /// Whether the monitor runs inside tmux.
  static var isInTmux: Bool { !(ProcessEnvironment.variable("TMUX") ?? "").isEmpty }

  /// Keeps a choice for later monitors, and says so if that isn't possible.
  private func remember(_ memory: MonitorMemory) {
    do {
      try PrivateDirectory.ensure(paths.stateDirectory)
      try DurableFile.write(Array(memory.text.utf8), to: paths.monitorMemory, isDurable: false)
    } catch {
      fail(String(localized: "The next monitor won't know this choice: \(error)"))
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

  /// Waits for the last answers of other machines, and names those that gave none.
  private func finish() {
    for host in links.finish() {
      StandardStreams.complain(
        String(localized: "\(host) hasn't answered; look there: headway list --host \(host)"))
    }
  }

  /// Restores the screen and dies of the signal, so that the shell sees the cause.
  private func die(of signal: CInt) -> Never {
    handle(.leaving)
    screen.close()
    finish()
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
