import HeadwayConfig
import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem
import HeadwayWire

/// The connections of a monitor to the hubs of its machines.
final class MonitorLinks {
  private let paths: HeadwayPaths
  private let handshakes = HandshakeLimit()
  private let subject: MonitorLink.Subject
  private let tellsOfHosts: Bool
  private let followsSummary: Bool
  private var machines: [Machine]
  private var areHostsShown: Bool
  /// News of routes, after which a machine may be reachable. Nil without other machines, and where
  /// the kernel has none.
  private let routes: RouteNews?
  private var suspends = SuspendWatch()
  /// The hubs of a fleet; nil without one.
  private let fleet: FleetFeed?
  /// The links of machines that are no longer shown, until their requests are answered.
  private var leaving: [(link: MonitorLink, until: AwakeTime)] = []
  /// The time from which machines are tried again after news of the network.
  private var routesCountFrom = AwakeTime.origin
  /// Whether news of the network came before that time.
  private var hasRouteNews = false

  /// The shortest time between two notifications of another machine.
  private static let tellPause: Duration = .seconds(1)
  /// The time in which requests are answered after which nobody looks any more.
  private static let leavingTime: Duration = .seconds(2)
  /// The shortest time between two tries because of the network. Containers change it often.
  private static let routePause: Duration = .seconds(5)

  /// A machine and its connection.
  private struct Machine {
    /// The other machine; nil for this one.
    let host: Host?
    var session: HostSession?
    var link: MonitorLink?
    var intake: HostIntake?
    /// The time from which another notification is shown.
    var tellsFrom = AwakeTime.origin
    /// Whether the person knows that tasks are left out.
    var hasToldLimit = false

    init(host: Host?) { self.host = host }

    /// Makes a machine of a hub in a fleet.
    init(of session: FleetSession, _ subject: MonitorLink.Subject) {
      host = session.host
      link = MonitorLink(overBroker: session, subject: subject)
    }
  }

  /// - Parameters:
  ///   - hosts: The machines in the order of their headings; nil for this one.
  ///   - subject: What each hub is to send.
  ///   - tellsOfHosts: Whether notifications of other machines are shown.
  ///   - followsSummary: Whether each hub sends its summary, too.
  ///   - fleet: The hubs of a fleet, which come after the machines.
  init(
    paths: HeadwayPaths, hosts: [Host?], subject: MonitorLink.Subject = .tasks,
    areHostsShown: Bool = true, tellsOfHosts: Bool = false, followsSummary: Bool = false,
    fleet: FleetFeed? = nil
  ) {
    self.fleet = fleet
    (self.paths, self.subject) = (paths, subject)
    self.tellsOfHosts = tellsOfHosts
    self.followsSummary = followsSummary
    self.areHostsShown = areHostsShown || !hosts.contains { $0 == nil }
    machines = hosts.map { Machine(host: $0) }
    machines += fleet?.takeNew().map { Machine(of: $0, subject) } ?? []
    routes = hosts.contains { $0 != nil } ? try? RouteNews() : nil
    for index in machines.indices where machines[index].link == nil { open(index) }
  }

  /// The link to a machine. Nil while the machine is hidden.
  subscript(host: HostPlace) -> MonitorLink? {
    machines.indices.contains(host.index) ? machines[host.index].link : nil
  }

  /// The machine at a place; nil for this one.
  func machine(_ place: HostPlace) -> Host? {
    machines.indices.contains(place.index) ? machines[place.index].host : nil
  }

  /// The way to another machine. Nil for this one, and before the first try to connect.
  func command(_ place: HostPlace) -> SSHCommand? {
    machines.indices.contains(place.index) ? machines[place.index].session?.command : nil
  }

  private func open(_ index: Int) {
    let link: MonitorLink
    if let host = machines[index].host {
      guard areHostsShown else { return }
      let session = HostSession(to: host, paths, handshakes)
      machines[index].session = session
      link = MonitorLink(over: session, subject: subject)
    } else {
      link = MonitorLink(paths: paths, subject: subject, mayStartHub: true)
    }
    link.followsSummary = followsSummary
    machines[index].link = link
  }

  /// Whether a place is that of a hub that a broker tells about.
  func isInFleet(_ place: HostPlace) -> Bool {
    fleet != nil && machines.indices.contains(place.index)
      && machines[place.index].host != nil && machines[place.index].session == nil
  }

  /// Adds the hubs that the fleet's broker has told about since the last call, and returns them.
  private func addFleet() -> [MonitorEvent] {
    guard let fleet else { return [] }
    fleet.step()
    let found = fleet.takeNew().map { session in
      machines.append(Machine(of: session, subject))
      return MonitorEvent.hostFound(session.host.name)
    }
    let names = Set(fleet.takeForgotten().map(\.host.name))
    guard !names.isEmpty else { return found }
    let places = machines.indices.filter {
      machines[$0].host.map { names.contains($0.name) } ?? false
    }
    for place in places { machines[place].intake = nil }
    return found + places.map { .hostForgotten(HostPlace($0)) }
  }

  /// Connects to the other machines, or closes the connections.
  func showHosts(_ areShown: Bool) {
    areHostsShown = areShown
    for index in machines.indices where machines[index].host != nil {
      if let link = machines[index].link, link.hasPending {
        leaving.append((link, SystemClocks.awake + Self.leavingTime))
      }
      machines[index] = Machine(host: machines[index].host)
      open(index)
    }
  }

  /// Tries to connect to a machine now, because a person wants it.
  func connect(_ host: HostPlace) {
    if machines.indices.contains(host.index) { machines[host.index].session?.retry() }
  }

  /// Sends and receives what is possible without waiting, and returns the events.
  ///
  /// - Parameter adoptConfig: Is called when this machine's hub has read the config again.
  func step(adoptConfig: () -> Void = {}) -> [MonitorEvent] {
    hurryAfterNews()
    stepLeaving()
    var events = addFleet()
    for index in machines.indices {
      guard let link = machines[index].link else { continue }
      for event in link.step(now: SystemClocks.awake) {
        if case .settingsChanged = event, machines[index].host == nil { adoptConfig() }
        add(event, of: index, link, to: &events)
      }
    }
    return events
  }

  func watch(with poller: inout Poller) {
    for machine in machines {
      guard let link = machine.link, let descriptor = link.descriptor else { continue }
      poller.watch(descriptor, .readable(andWritable: link.wantsWrite))
    }
    for (link, _) in leaving {
      guard let descriptor = link.descriptor else { continue }
      poller.watch(descriptor, .readable(andWritable: link.wantsWrite))
    }
    if let routes { poller.watch(routes.descriptor, .readable) }
    if let descriptor = fleet?.descriptor { poller.watch(descriptor, .readable) }
  }

  /// The awake time of the next step without news on a descriptor.
  var nextDeadline: AwakeTime? {
    let routes = hasRouteNews ? [routesCountFrom] : []
    let fleet = [fleet?.nextDeadline].compactMap(\.self)
    let links = machines.compactMap { $0.link?.nextDeadline }
    return (links + leaving.map(\.until) + routes + fleet).min()
  }

  /// Waits until other machines have answered all requests, and no longer than 2 s. Without an answer
  /// nobody would know whether ssh has sent a request before it ends.
  ///
  /// - Returns: the machines that haven't answered.
  func finish() -> [HostName] {
    let until = SystemClocks.awake + Self.leavingTime
    var asked: [(host: HostName, link: MonitorLink)] = []
    for machine in machines {
      guard let host = machine.host, let link = machine.link, link.hasPending else { continue }
      asked.append((host.name, link))
      leaving.append((link, until))
    }
    while true {
      fleet?.step()
      stepLeaving()
      guard !leaving.isEmpty else { return asked.filter { $0.link.hasPending }.map(\.host) }
      var poller = Poller()
      for (link, _) in leaving {
        guard let descriptor = link.descriptor else { continue }
        poller.watch(descriptor, .readable(andWritable: link.wantsWrite))
      }
      if let descriptor = fleet?.descriptor { poller.watch(descriptor, .readable) }
      poller.wait(until: leaving.map(\.until).min())
    }
  }

  private func stepLeaving() {
    if leaving.isEmpty { return }
    let now = SystemClocks.awake
    for (link, _) in leaving { _ = link.step(now: now) }
    leaving.removeAll { !$0.link.hasPending || now >= $0.until }
  }

  /// Minds a hub of this machine that falls silent only while that matters.
  ///
  /// - Parameter matters: Whether a machine has tasks that change with time.
  func mindSilence(_ matters: (HostPlace) -> Bool) {
    for (index, machine) in machines.enumerated() where machine.host == nil {
      machine.link?.mindsSilence = matters(HostPlace(index))
    }
  }

  /// Tries every machine at once after a change of the network and after a suspend.
  private func hurryAfterNews() {
    let now = SystemClocks.awake
    hasRouteNews = routes?.drain() ?? false || hasRouteNews
    let isTime = hasRouteNews && now >= routesCountFrom
    if isTime { (hasRouteNews, routesCountFrom) = (false, now + Self.routePause) }
    let hasSlept = suspends.hasSlept(awake: now, running: SystemClocks.running)
    guard isTime || hasSlept else { return }
    for machine in machines { machine.session?.hurry() }
  }

  /// Adds the monitor events that correspond to an event of a link.
  private func add(
    _ event: MonitorLink.Event, of index: Int, _ link: MonitorLink,
    to events: inout [MonitorEvent]
  ) {
    let place = HostPlace(index)
    let host = machines[index].host
    switch event {
    case .greeted(let greeting):
      guard let host else { break }
      machines[index].intake = HostIntake(
        host: host.name, greeting, now: SystemClocks.sinceEpoch.wholeMilliseconds)
      events.append(.greeted(SanitisedText(greeting.hub, limit: .line), of: place))
    case .connected:
      machines[index].intake?.begin()
      events += [.linkChanged(.connected, of: place), .snapshotStarted(of: place)]
    case .failing: events.append(.linkChanged(.failing, of: place))
    case .silenced(let time):
      events.append(.linkChanged(.silent(since: SystemClocks.running - time), of: place))
    case .resumed: events.append(.linkChanged(.connected, of: place))
    case .unreachable(let trouble):
      events.append(.linkChanged(Self.state(trouble), of: place))
    case .disconnected(let saidGoodbye):
      events.append(.linkChanged(Self.state(saidGoodbye, link.trouble), of: place))
    case .changed(let task): change(task, of: index, to: &events)
    case .stepped(let steps): events.append(.tasksStepped(steps, of: place))
    case .snapshotEnded: events.append(.snapshotEnded(of: place))
    case .removed(let key):
      machines[index].intake?.remove(key)
      events.append(.taskRemoved(CardKey(key, of: place)))
    case .requestFailed(let sentence):
      // Without a machine the model translates it.
      let text = host == nil ? sentence : String(localizing: sentence)
      let line = host.map { "\($0.name): \(CommandHint.naming(text, of: $0.name))" } ?? text
      events.append(.requestFailed(SanitisedText(line, limit: .line)))
    case .told(let notification):
      guard let host else { return events.append(.told(notification)) }
      guard tellsOfHosts, SystemClocks.awake >= machines[index].tellsFrom else { break }
      machines[index].tellsFrom = SystemClocks.awake + Self.tellPause
      events.append(.told(notification.named(host.name)))
    case .settingsChanged: break
    case .summary(let message): events.append(.summaryChanged(message.summary, of: place))
    }
  }

  private func change(_ task: TaskSnapshot, of index: Int, to events: inout [MonitorEvent]) {
    let place = HostPlace(index)
    guard let host = machines[index].host else {
      return events.append(.taskChanged(task, of: place))
    }
    if let task = machines[index].intake?.admit(task) {
      return events.append(.taskChanged(task, of: place))
    }
    // A card of before would show what is no longer so.
    if machines[index].intake?.knows(task.key) == true {
      machines[index].intake?.remove(task.key)
      events.append(.taskRemoved(CardKey(task.key, of: place)))
    }
    guard !machines[index].hasToldLimit else { return }
    machines[index].hasToldLimit = true
    let name = host.name
    let sentence =
      isInFleet(place)
      ? String(localized: "\(name) has more tasks than the monitor shows")
      : String(
        localized: """
          \(name) has more tasks than the monitor shows; headway list --host \(name) lists all
          """)
    events.append(.requestFailed(SanitisedText(sentence, limit: .line)))
  }

  /// The state of a machine that can't be reached.
  private static func state(_ trouble: HostTrouble) -> LinkState {
    switch trouble.kind {
    case .hostKey, .keyRefused: .loginNeeded(trouble.brief)
    case .refused: .refused(trouble.brief)
    case .noHub: .goodbye
    case .noSSH, .programMissing, .unreachable, .silent, .noise, .malformed, .tooOld, .otherBridge:
      .unreachable(trouble.brief)
    }
  }

  /// The state of a lost link.
  private static func state(_ saidGoodbye: Bool, _ trouble: LinkError?) -> LinkState {
    if saidGoodbye { return .goodbye }
    if case .refused(_, let message) = trouble {
      return .refused(SanitisedText(String(localizing: message)))
    }
    return .reconnecting
  }
}

extension NewsNotification {
  /// The notification with the name of the machine in front of its summary.
  fileprivate func named(_ host: HostName) -> NewsNotification {
    NewsNotification(summary: "\(host): \(summary)", body: body, isUrgent: isUrgent)
  }
}
