import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore

/// Looks at the machine while a task waits for it to be in some way, and not otherwise: when the
/// kernel tells that something has changed, and by the clock only for what it tells nobody.
/// Confined to the event loop.
final class ConditionWatcher {
  private let loop: any EventLoop
  private let watcher: () -> SystemWatcher?
  private let handle: (HubEvent) -> Void
  private let machine = Machine()
  private var watchedConditions = WatchedConditions()
  private var known: MachineConditions?
  private var asked: Set<SystemWatcher.News> = []
  private var heard: Set<SystemWatcher.News> = []
  private var nextLook: Scheduled<Void>?
  /// Kept for the next task: the kernel takes ten milliseconds to close it, and it costs nothing
  /// while nobody waits for it.
  private var pressure: PressureNews?
  private let memory: MemoryMeasurer

  /// `memoryLimit` stands for the machine's memory in tests, in bytes; nil for what the machine
  /// has.
  init(
    loop: any EventLoop, memoryLimit: Int64? = nil, watcher: @escaping () -> SystemWatcher?,
    handle: @escaping (HubEvent) -> Void
  ) {
    (self.loop, self.watcher, self.handle) = (loop, watcher, handle)
    memory = MemoryMeasurer(loop: loop, limit: memoryLimit) { handle(.memoryMeasured($0)) }
  }

  func observe(_ new: WatchedConditions) {
    guard new != watchedConditions else { return }
    watchedConditions = new
    listen(for: .routesChanged, new.conditions.contains(.network)) { try RouteNews() }
    listen(for: .powerChanged, new.conditions.contains(.externalPower)) { try PowerNews() }
    listen(for: .wallClockSet, new.wallClock) { try ClockNews() }
    nextLook?.cancel()
    nextLook = nil
    known = nil
    guard !new.conditions.isEmpty else { return }
    let watcher = NIOLoopBound(self, eventLoop: loop)
    loop.execute { watcher.value.look() }
  }

  /// Watches the memory while a task runs that could give way.
  func observeMemory(_ isWanted: Bool) {
    listen(for: .memoryPressed, isWanted) {
      let news = try pressure ?? PressureNews()
      pressure?.discardPast()
      pressure = news
      return news
    }
  }

  /// Answers with `memoryMeasured`.
  func measure(_ subjects: [MemorySubject], _ others: [ProcessIdentity]) {
    memory.measure(subjects, apartFrom: others)
  }

  /// The kernel has told.
  func receive(_ news: SystemWatcher.News) {
    switch news {
    case .wallClockSet: handle(.wallClockSet)
    case .memoryPressed: handle(.memoryPressed)
    case .routesChanged, .powerChanged: look()
    case .exited, .spoolChanged, .socketDirectoryChanged: break
    }
  }

  /// Listens to the kernel's news, or looks by the clock if the kernel refuses.
  private func listen(
    for news: SystemWatcher.News, _ isWanted: Bool, _ source: () throws -> any KernelNews
  ) {
    guard isWanted != asked.contains(news) else { return }
    if !isWanted {
      asked.remove(news)
      heard.remove(news)
      watcher()?.unwatch(as: news)
      return
    }
    asked.insert(news)
    guard let watcher = watcher(), let source = try? source() else { return }
    if (try? watcher.watch(source, as: news)) != nil { heard.insert(news) }
  }

  private func look() {
    guard !watchedConditions.conditions.isEmpty else { return }
    let now = machineConditions
    scheduleLook(after: now.nextLook(at: watchedConditions.conditions, untold: untold))
    guard now != known else { return }
    known = now
    handle(.machineConditionsChanged(now))
  }

  private func scheduleLook(after pause: Duration?) {
    nextLook?.cancel()
    let watcher = NIOLoopBound(self, eventLoop: loop)
    nextLook = pause.map { loop.scheduleTask(in: TimeAmount(bounded: $0)) { watcher.value.look() } }
  }

  private var untold: Set<StartCondition> {
    var untold: Set<StartCondition> = []
    if !heard.contains(.routesChanged) { untold.insert(.network) }
    if !heard.contains(.powerChanged) { untold.insert(.externalPower) }
    return untold
  }

  /// The state of the conditions that tasks ask about.
  private var machineConditions: MachineConditions {
    var machineConditions = MachineConditions()
    for condition in watchedConditions.conditions {
      switch condition {
      case .externalPower: machineConditions.hasExternalPower = machine.hasExternalPower
      case .network: machineConditions.isOnline = machine.isOnline
      case .idle: machineConditions.idleTime = machine.idleTime
      case .loadBelow: machineConditions.load = machine.load
      }
    }
    return machineConditions
  }
}
