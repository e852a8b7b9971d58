import Glibc
import HeadwayBroker
import HeadwayConfig
import HeadwayFleet
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The loop of a bridge: between the hub of this machine and a broker.
///
/// ``FleetPublisher``, ``OrderGate`` and ``HomeAssistant`` decide; the loop carries out.
final class HubBridge {
  private let address: FleetAddress
  /// The name of this bridge, which no other has.
  private let name: BridgeName
  private let url: BrokerURL
  private let broker: BrokerClient
  private let hub: HubSession
  private let signals: SignalQueue
  /// The locked file for ``BridgeNote``.
  private let noteFile: CInt
  private var publisher: FleetPublisher
  private var gate: OrderGate
  private var home: HomeAssistant?
  private var connection = BrokerConnection()
  private var isHubThere = false
  /// Whether this bridge has published something.
  private var hasPublished = false
  /// The time until which the broker's word is awaited on who was connected last; nil for no wait.
  private var checksUntil: AwakeTime?
  /// The messages that the broker hasn't confirmed, by the numbers of this connection.
  private var open: [Int64: Publication] = [:]
  private var lastToken: Int64 = 0
  /// The time at which the bridge no longer looks for tasks of an earlier bridge; nil afterwards.
  private var looksUntil: AwakeTime?
  private var look = ProgressLook()
  /// The time from which Home Assistant may be told again.
  private var homeFrom = AwakeTime.origin
  private var isHomeOld = true
  private var suspends = SuspendWatch()
  private var ignoresOrdersUntil = AwakeTime.origin
  /// The lines about orders that were said in the last minute, so that nobody floods the log.
  private var saidOrders = (count: 0, since: AwakeTime.origin)

  /// The greatest number of messages that wait for the broker. Meanwhile later states replace
  /// earlier ones here.
  private static let openLimit = 200
  private static let lookTime: Duration = .seconds(5)
  private static let checkTime: Duration = .seconds(1)
  /// The time in which orders arrive that were sent before a standstill.
  private static let standstillTime: Duration = .seconds(3)
  private static let homePause: Duration = .seconds(2)

  init(
    _ paths: HeadwayPaths, _ address: FleetAddress, _ name: BridgeName,
    _ settings: BrokerSettings, _ fleet: HeadwayConfig.Fleet, noteFile: CInt
  ) throws(SystemError) {
    (self.address, self.name, self.noteFile) = (address, name, noteFile)
    url = settings.url
    let stops = SignalSet([SIGTERM, SIGINT, SIGHUP, SIGCONT])
    // Before the library makes threads, which inherit the mask.
    signals = try SignalQueue(blocking: stops, queued: stops)
    broker = try BrokerClient(settings, keepsLatestOnly: false)
    hub = HubSession(paths: paths, role: .monitor, mayStart: true)
    publisher = FleetPublisher(address, bridge: name, version: HeadwayRelease.version)
    gate = OrderGate(address, accepting: fleet.acceptedOrders)
    if fleet.homeAssistant {
      home = HomeAssistant(
        address, version: HeadwayRelease.version, takesCancel: fleet.acceptsCancel)
    }
  }

  /// Runs until a signal stops the bridge.
  func run() throws(BrokerProblem) {
    var poller = Poller()
    note(String(wire: "connecting to \(url)"))
    while !isStopped() {
      let now = SystemClocks.awake
      if suspends.hasSlept(awake: now, running: SystemClocks.running) { noteStandstill(at: now) }
      if connection.takeTurn(at: now) { try broker.connect() }
      hearHub(at: now)
      hearBroker(at: now)
      lookAtProgress(at: now)
      publish(gate.giveUp(isHubThere: isHubThere, at: now))
      publishDue(at: now)
      poller.begin()
      poller.watch(broker.descriptor, .readable)
      poller.watch(signals.raw, .readable)
      if let descriptor = hub.descriptor {
        poller.watch(descriptor, .readable(andWritable: hub.wantsWrite))
      }
      poller.wait(until: nextDeadline(after: SystemClocks.awake))
    }
    leave()
  }

  /// Whether a signal ends the bridge.
  private func isStopped() -> Bool {
    while let signal = signals.next() {
      guard signal.number == SIGCONT else { return true }
      noteStandstill(at: SystemClocks.awake)
    }
    return false
  }

  /// The program or the machine has stood still: orders that come now may be old.
  private func noteStandstill(at now: AwakeTime) { ignoresOrdersUntil = now + Self.standstillTime }

  private func nextDeadline(after now: AwakeTime) -> AwakeTime? {
    var times = [
      hub.nextDeadline, connection.nextTry, gate.nextDeadline, looksUntil, look.deadline,
      checksUntil,
    ]
    if open.count < Self.openLimit { times.append(publisher.nextDue(after: now)) }
    if home != nil, isHomeOld, connection.isThere, checksUntil == nil { times.append(homeFrom) }
    return times.compactMap { $0 }.min()
  }

  /// Tells the broker that the hub can't be reached any more, and disconnects.
  private func leave() {
    guard connection.isThere else { return }
    publish([FleetStatus.farewell(of: name, at: address)])
    var poller = Poller()
    let until = SystemClocks.awake + .seconds(1)
    while !open.isEmpty, SystemClocks.awake < until {
      poller.begin()
      poller.watch(broker.descriptor, .readable)
      poller.wait(until: until)
      for event in broker.takeEvents().events {
        if case .published(let token, _) = event { open[token] = nil }
        if case .unpublished(let token, _) = event { open[token] = nil }
      }
    }
    broker.disconnect()
  }
}

// The hub.
extension HubBridge {
  private func hearHub(at now: AwakeTime) {
    for event in hub.step(now: now) {
      switch event {
      case .opened:
        hub.send(SubscribeMessage(view: [], steps: true))
        hub.send(SummaryRequest(follow: true))
        publisher.hubConnected()
      case .closed:
        isHubThere = false
        look.reset()
        publish(gate.giveUp(isHubThere: false, at: now))
        publisher.hubLost()
      case .messages(let messages):
        for message in messages { hear(message, at: now) }
      }
    }
  }

  private func hear(_ message: HubMessage, at now: AwakeTime) {
    switch message {
    case .hello: isHubThere = true
    case .task(let item): change(item.task, at: now)
    case .change(let change): self.change(change.task, at: now)
    case .step(let step):
      publisher.step(step.step, at: now)
      isHomeOld = true
    case .removed(let removed):
      publisher.remove(removed.key)
      isHomeOld = true
    case .snapshotEnd: publisher.snapshotEnded()
    case .summary(let summary): publisher.note(summary.summary)
    default:
      if let answer = gate.answer(with: message) { publish([answer]) }
    }
  }

  private func lookAtProgress(at now: AwakeTime) {
    guard isHubThere else { return }
    let message = look.takeDue(at: now) {
      connection.isThere ? publisher.running(limit: FleetPublisher.taskLimit) : []
    }
    if let message { hub.send(message) }
  }

  private func change(_ task: TaskSnapshot, at now: AwakeTime) {
    publisher.change(task, at: now)
    isHomeOld = true
  }
}

// The broker.
extension HubBridge {
  private func hearBroker(at now: AwakeTime) {
    let (events, dropped) = broker.takeEvents()
    if dropped > 0 { HeadwayBridge.say("\(dropped) messages of the broker were dropped: too many") }
    for event in events {
      switch event {
      case .connected: begin(at: now)
      case .lost(let loss): lose(loss, at: now)
      case .message(let topic, let message): take(message, of: topic, at: now)
      case .published(let token, _): confirm(token)
      case .unpublished(let token, let reason): refuse(token, reason, at: now)
      case .subscribed(_, let reason) where reason >= 0x80 || reason < 0:
        HeadwayBridge.say(
          "\(url) refuses a subscription (reason \(reason)): no orders can come from there")
      case .subscribed: break
      }
    }
    if let checksUntil, now >= checksUntil { publishAll(at: now) }
    if let looksUntil, now >= looksUntil {
      self.looksUntil = nil
      broker.unsubscribe(address.allTasks)
      broker.unsubscribe(address.allRuns)
    }
  }

  private func begin(at now: AwakeTime) {
    connection.succeed(at: now)
    HeadwayBridge.say("connected to \(url) as \(address.client)")
    note(nil)
    open.removeAll()
    // Some brokers don't say that another bridge took the name. The broker keeps the last one's. Later
    // nobody else may change what is kept there.
    broker.subscribe(address.status, quality: 0, withoutOwn: true, token: 0)
    guard hasPublished else { return publishAll(at: now) }
    checksUntil = now + Self.checkTime
  }

  /// Ends this bridge, because another one of this hub has the broker. The broker doesn't publish the
  /// will: the other one would take it for a third.
  private func giveWay() {
    broker.disconnect()
    SystemClocks.rest(for: .milliseconds(500))
    HeadwayBridge.fail(
      "another bridge has connected to \(url) as \(address.name); this one ends (two hubs need two "
        + "names: [fleet] user)", .otherBridge)
  }

  private func publishAll(at now: AwakeTime) {
    (hasPublished, checksUntil) = (true, nil)
    publisher.brokerConnected()
    home?.connect()
    isHomeOld = true
    broker.subscribe(address.orders, quality: 1, withoutOwn: false, token: 1)
    // What an earlier bridge left there, and nobody else takes away.
    broker.subscribe(address.allTasks, quality: 0, withoutOwn: true, token: 2)
    if home != nil {
      broker.subscribe(address.allRuns, quality: 0, withoutOwn: true, token: 4)
      broker.subscribe(HomeAssistant.birthTopic, quality: 0, withoutOwn: true, token: 3)
    }
    looksUntil = now + Self.lookTime
  }

  private func lose(_ loss: BrokerClient.Loss, at now: AwakeTime) {
    let line = loss.sentence(about: url)
    checksUntil = nil
    if connection.fail(line, at: now) { HeadwayBridge.say("\(line); trying again") }
    note(line)
    open.removeAll()
    looksUntil = nil
    publisher.brokerLost()
    home?.brokerLost()
  }

  /// Notes for doctor why the broker isn't connected; nil while it is.
  private func note(_ trouble: String?) {
    let trouble = trouble.map { SanitisedText($0, limit: .line) }
    let bytes = Array(BridgeNote(process: getpid(), trouble: trouble).text.utf8)
    ftruncate(noteFile, 0)
    _ = bytes.withUnsafeBytes { pwrite(noteFile, $0.baseAddress, $0.count, 0) }
  }

  private func take(_ message: DeliveredOrder, of topic: String, at now: AwakeTime) {
    if topic == HomeAssistant.birthTopic {
      if message.payload == Array("online".utf8) {
        home?.connect()
        isHomeOld = true
      }
      return
    }
    if topic == address.status {
      guard checksUntil != nil else { return publisher.statusOverwritten() }
      let status = FleetStatus.value(inJSON: String(decoding: message.payload, as: UTF8.self))
      if let other = status?.bridge.flatMap({ BridgeName($0) }), name < other { giveWay() }
      return publishAll(at: now)
    }
    if let (address, subject) = FleetAddress.read(topic), address == self.address,
      case .task(let key) = subject
    {
      if message.isRetained, !message.payload.isEmpty { publisher.noteKept(key) }
      return
    }
    if let token = address.runToken(topic) {
      if message.isRetained, !message.payload.isEmpty { home?.noteKept(token) }
      isHomeOld = true
      return
    }
    guard topic == address.orders else { return }
    guard now >= ignoresOrdersUntil else {
      return sayOfOrder("ignored: an order that may be old, after a standstill", at: now)
    }
    switch gate.take(message, isHubThere: isHubThere, at: now) {
    case .forward(let order):
      sayOfOrder("order from the broker: \(order.words)", at: now)
      send(order)
    case .reply(let reply):
      sayOfOrder("refused: \(String(decoding: reply.payload.prefix(300), as: UTF8.self))", at: now)
      if open.count < Self.openLimit * 2 { publish([reply]) }
    case .ignore(let reason): sayOfOrder("ignored: \(reason)", at: now)
    }
  }

  private func sayOfOrder(_ line: String, at now: AwakeTime) {
    if now - saidOrders.since >= .seconds(60) { saidOrders = (0, now) }
    saidOrders.count += 1
    if saidOrders.count <= 60 { HeadwayBridge.say(line) }
    if saidOrders.count == 61 {
      HeadwayBridge.say("more orders; the log says no more for a minute")
    }
  }

  private func send(_ order: FleetOrder) {
    switch order {
    case .cancel(let body): hub.send(body)
    case .pause(let body): hub.send(body)
    case .resume(let body): hub.send(body)
    case .answer(let body): hub.send(body)
    }
  }

  private func confirm(_ token: Int64) {
    if let key = open.removeValue(forKey: token)?.end { publisher.confirmEnd(of: key) }
  }

  private func refuse(_ token: Int64, _ reason: Int, at now: AwakeTime) {
    guard let message = open.removeValue(forKey: token) else { return }
    if let key = message.end { publisher.refuseEnd(of: key, at: now) }
    guard connection.noteRefusal(reason) else { return }
    HeadwayBridge.say(
      reason == 0x87
        ? "\(url) doesn't let this user publish under \(message.topic); its administrator has to "
          + "permit the user: headway help fleet"
        : "\(url) didn't take a message (reason \(reason))")
  }

  private func publishDue(at now: AwakeTime) {
    guard connection.isThere, checksUntil == nil else { return }
    let wall = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    publish(publisher.takeDue(at: now, wall: wall, limit: Self.openLimit - open.count))
    // After the time in which an earlier bridge's leftovers come.
    guard isHomeOld, now >= homeFrom, home != nil, let tasks = publisher.published,
      let messages = home?.takeDue(for: tasks)
    else { return }
    (isHomeOld, homeFrom) = (false, now + Self.homePause)
    publish(messages)
  }

  private func publish(_ messages: [Publication]) {
    guard connection.isThere else { return }
    for message in messages {
      lastToken += 1
      open[lastToken] = message
      broker.publish(message, token: lastToken)
    }
  }
}

extension HeadwayConfig.Fleet {
  /// The orders that the broker may carry.
  fileprivate var acceptedOrders: Set<FleetOrder.Kind> {
    var kinds: Set<FleetOrder.Kind> = []
    if acceptsCancel { kinds.insert(.cancel) }
    if acceptsPause { kinds.insert(.pause) }
    if acceptsResume { kinds.insert(.resume) }
    if acceptsAnswer { kinds.insert(.answer) }
    return kinds
  }
}
