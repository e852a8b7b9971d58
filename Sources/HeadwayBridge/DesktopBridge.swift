import Glibc
import HeadwayBus
import HeadwayConfig
import HeadwayDesktop
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The loop between the hub and the session bus.
///
/// ``JobViews``, ``LauncherEntry``, ``ProgressNotification`` and ``ForeignJobs`` decide; the loop
/// carries out.
final class DesktopBridge {
  private let paths: HeadwayPaths
  private let settings: HeadwayConfig.Desktop
  private let bus: BusClient
  private let hub: HubSession
  private let signals: SignalQueue
  private var views = JobViews()
  private var launcher = LauncherEntry()
  private var notification = ProgressNotification()
  private var foreign = ForeignJobs()
  private var cards: [String: WorkerLink] = [:]
  private var keysOfCards: [String: TaskKey] = [:]
  private var look = ProgressLook()
  /// The tasks of the hub that run.
  private var running: Set<TaskKey> = []
  private var told: Set<TaskKey> = []
  private var isHubThere = false
  private var requests: [UInt32: TaskKey] = [:]
  private var notifying: UInt32?
  /// The connection that owns the name of job views; nil for none. Signals of others don't count.
  private var server: String?
  private var ownsServer = false

  private static let lifeSign: Duration = .seconds(10)
  private var aliveAt = AwakeTime.origin

  init(_ paths: HeadwayPaths, _ settings: HeadwayConfig.Desktop) throws {
    (self.paths, self.settings) = (paths, settings)
    let stops = SignalSet([SIGTERM, SIGINT, SIGHUP])
    signals = try SignalQueue(blocking: stops, queued: stops)
    bus = try BusClient()
    hub = HubSession(paths: paths, role: .monitor, mayStart: true)
    bus.match(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
        + "member='NameOwnerChanged'")
    bus.match("type='signal',interface='\(JobViews.viewInterface)'")
    bus.match(
      "type='signal',interface='\(ProgressNotification.server)',member='NotificationClosed'")
    noteServer(bus.owner(of: JobViews.server))
  }

  /// Runs until a signal stops it, or the bus is gone.
  func run() throws(BusProblem) {
    var poller = Poller()
    while signals.next() == nil {
      let now = SystemClocks.awake
      hearHub(at: now)
      for message in bus.step() { hear(message, at: now) }
      guard bus.isConnected else { throw BusProblem("the session bus has ended") }
      stepCards(at: now)
      show(at: now)
      if isHubThere, let message = look.takeDue(at: now, { Array(running) }) { hub.send(message) }
      poller.begin()
      poller.watch(signals.raw, .readable)
      poller.watch(bus.descriptor, .readable(andWritable: bus.wantsWrite))
      if let descriptor = hub.descriptor {
        poller.watch(descriptor, .readable(andWritable: hub.wantsWrite))
      }
      for card in cards.values {
        guard let descriptor = card.descriptor else { continue }
        poller.watch(descriptor, .readable(andWritable: card.wantsWrite))
      }
      poller.wait(until: bus.hasMessages ? .origin : nextDeadline)
    }
    leave()
  }

  private var nextDeadline: AwakeTime? {
    var times = [hub.nextDeadline, look.deadline] + cards.values.map(\.nextDeadline)
    if settings.progress { times.append(views.nextDue) }
    if shows(notification) { times.append(notification.nextDue) }
    if !cards.isEmpty { times.append(aliveAt + Self.lifeSign) }
    return times.compactMap { $0 }.min()
  }

  /// Whether the notification is shown: there is no server of job views, or only this program.
  private func shows(_: ProgressNotification) -> Bool {
    settings.notify && (server == nil || ownsServer)
  }

  /// Closes all views. The tasks go on.
  private func leave() {
    for key in views.keys { views.remove(key) }
    for key in launcher.keys { launcher.remove(key) }
    for key in notification.keys { notification.remove(key) }
    show(at: SystemClocks.awake + .seconds(10))
    _ = bus.step()
  }
}

// The hub.
extension DesktopBridge {
  private func hearHub(at now: AwakeTime) {
    for event in hub.step(now: now) {
      switch event {
      case .opened:
        hub.send(SubscribeMessage(view: [], steps: true))
        told = []
      case .closed:
        isHubThere = false
        look.reset()
      case .messages(let messages): for message in messages { hear(message, at: now) }
      }
    }
  }

  private func hear(_ message: HubMessage, at now: AwakeTime) {
    switch message {
    case .hello: isHubThere = true
    case .task(let item): change(item.task, at: now)
    case .change(let change): self.change(change.task, at: now)
    case .step(let step):
      views.step(step.step)
      launcher.step(step.step)
      notification.step(step.step)
    case .removed(let removed): remove(removed.key)
    case .snapshotEnd:
      let known = Set(views.keys).union(launcher.keys).union(notification.keys)
      for key in known.subtracting(told) { remove(key) }
    default: break
    }
  }

  private func change(_ task: TaskSnapshot, at now: AwakeTime) {
    told.insert(task.key)
    // What another program shows already isn't shown a second time.
    guard !cardKeys.contains(task.key) else { return }
    switch task.state {
    case .starting, .running, .cancelling: running.insert(task.key)
    case .queued, .paused, .suspended, .ended: running.remove(task.key)
    }
    views.change(task, at: now)
    launcher.change(task)
    notification.change(task)
  }

  private func remove(_ key: TaskKey) {
    running.remove(key)
    views.remove(key)
    launcher.remove(key)
    notification.remove(key)
  }

  private var cardKeys: Set<TaskKey> { Set(keysOfCards.values) }
}

// The bus.
extension DesktopBridge {
  private func show(at now: AwakeTime) {
    if settings.progress {
      for action in views.takeDue(at: now) {
        switch action {
        case .send(let message): bus.send(message)
        case .request(let key, let message): requests[bus.send(message)] = key
        }
      }
      if let signal = launcher.takeSignal() { bus.send(signal) }
    }
    if shows(notification), let call = notification.takeDue(at: now) {
      let number = bus.send(call)
      notifying = call.member == "Notify" ? number : nil
    }
  }

  private func noteServer(_ owner: String?) {
    let now = SystemClocks.awake
    server = owner
    ownsServer = owner != nil && owner == bus.name
    if owner == nil, settings.copies { ownsServer = bus.own(JobViews.server) }
    if ownsServer { server = bus.name }
    // Headway's own tasks have cards already.
    views.serverChanged(isThere: server != nil && !ownsServer, at: now)
    requests = [:]
  }

  private func hear(_ message: BusClient.Incoming, at now: AwakeTime) {
    switch message.kind {
    case .reply(let number):
      if let key = requests.removeValue(forKey: number) {
        views.noteView(message.arguments.first?.text, of: key)
      } else if number == notifying {
        notification.noteShown(
          message.arguments.first?.count.map { UInt32(truncatingIfNeeded: $0) })
      }
    case .error(let number):
      if let key = requests.removeValue(forKey: number) { views.noteView(nil, of: key) }
      if number == notifying { notification.noteShown(nil) }
    case .signal: hearSignal(message)
    case .call: hearCall(message, at: now)
    }
  }

  private func hearSignal(_ message: BusClient.Incoming) {
    switch message.member {
    case "NameOwnerChanged" where message.sender == "org.freedesktop.DBus":
      guard message.arguments.count == 3, let name = message.arguments[0].text,
        let new = message.arguments[2].text
      else { return }
      if name == JobViews.server { noteServer(new.isEmpty ? nil : new) }
      if new.isEmpty { foreign.ownerLeft(name) }
    case "NotificationClosed":
      if let number = message.arguments.first?.count {
        notification.noteClosed(UInt32(truncatingIfNeeded: number))
      }
    case "cancelRequested", "suspendRequested", "resumeRequested":
      guard message.sender == server, let key = views.task(ofView: message.path) else { return }
      switch message.member {
      case "cancelRequested": hub.send(CancelMessage(task: .key(key)))
      case "suspendRequested": hub.send(PauseMessage(task: .key(key)))
      default: hub.send(ResumeMessage(task: .key(key)))
      }
    default: break
    }
  }

  private func hearCall(_ call: BusClient.Incoming, at now: AwakeTime) {
    if call.member == "Query", call.interface == LauncherEntry.interface {
      return bus.answer(
        call, [.text(LauncherEntry.application), .dictionary(launcher.properties)])
    }
    guard ownsServer else {
      return bus.refuse(call, "org.freedesktop.DBus.Error.UnknownMethod", "no job views here")
    }
    switch foreign.take(call.member, of: call.path, from: call.sender, call.arguments) {
    case .view(let path):
      bus.answer(call, [.path(path)])
      begin(path, at: now)
    case .done:
      bus.answer(call, [])
      report(call.path, at: now)
    case .unknown:
      bus.refuse(call, "org.freedesktop.DBus.Error.UnknownMethod", "no such method")
    case .refused(let reason): bus.refuse(call, "org.freedesktop.DBus.Error.Failed", reason)
    }
  }
}

// The cards of other programs' jobs.
extension DesktopBridge {
  private func begin(_ path: String, at now: AwakeTime) {
    guard let job = foreign.jobs[path] else { return }
    var generator = SystemRandomNumberGenerator()
    var task = TaskDescription(key: .random(using: &generator), title: job.title)
    task.startedAt = WallTime(millisecondsSinceEpoch: SystemClocks.sinceEpoch.wholeMilliseconds)
    keysOfCards[path] = task.key
    // As a supervisor: the hub asks this program to stop the job, and never kills this program.
    cards[path] = WorkerLink(task: task, paths: paths, isSupervisor: true, mayStartHub: true)
    report(path, at: now)
  }

  private func report(_ path: String, at now: AwakeTime) {
    guard let job = foreign.jobs[path], let card = cards[path] else { return }
    if let ending = job.ending {
      card.end(ending, now: now)
      return
    }
    var report = WorkerReport()
    (report.title, report.subtitle) = (job.title, job.subtitle)
    if let reading = job.reading { report.reading = reading }
    report.isPausable = job.isSuspendable
    card.report(report)
  }

  private func stepCards(at now: AwakeTime) {
    if !cards.isEmpty, now >= aliveAt + Self.lifeSign {
      aliveAt = now
      // The program is on the bus: that is a sign of life.
      for card in cards.values { card.heartbeat() }
    }
    for (path, card) in cards {
      for order in card.step(now: now) { obey(order, for: path) }
      if let ending = foreign.jobs[path]?.ending { card.end(ending, now: now) }
      guard card.isSettled else { continue }
      (cards[path], keysOfCards[path]) = (nil, nil)
      foreign.forget(path)
    }
  }

  private func obey(_ order: WorkerOrder, for path: String) {
    guard let job = foreign.jobs[path] else { return }
    let member: String
    switch order {
    case .cancel where job.isKillable: member = "cancelRequested"
    case .pause where job.isSuspendable: member = "suspendRequested"
    case .resume where job.isSuspendable: member = "resumeRequested"
    default: return
    }
    for interface in [JobViews.viewInterface, "org.kde.JobViewV2"] {
      bus.send(.signal(path, interface, member))
    }
  }
}
