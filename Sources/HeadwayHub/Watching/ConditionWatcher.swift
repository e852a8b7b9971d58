import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore

/// Watches the conditions of the machine while a task waits for them, and only then.
///
/// The watcher looks when the kernel reports a change. It looks by the clock only at conditions
/// whose changes the kernel doesn't report. It is confined to the event loop.
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
  /// The source of memory pressure, kept for the next task. The kernel takes ten milliseconds to
  /// close it, and an unused source costs nothing.
  private var pressure: PressureNews?
  private let memory: MemoryMeasurer
  private lazy var gpus = GPUWatcher(loop: loop) { [unowned self] in look() }

  /// Makes a watcher.
  ///
  /// - Parameter memoryLimit: the memory of the machine for tests, in bytes; nil for the real one.
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
    gpus.watch(new.gpus)
    guard !new.conditions.isEmpty else { return }
    let watcher = NIOLoopBound(self, eventLoop: loop)
    loop.execute { watcher.value.look() }
  }

  /// Sets the percent of a GPU's memory that must be free.
  func setFreeGPUMemory(percent: Int) { gpus.freePercent = percent }

  /// Watches for memory pressure while a task runs that the hub may ask about.
  func observeMemory(_ isWanted: Bool) {
    listen(for: .memoryPressed, isWanted) {
      let news = try pressure ?? PressureNews()
      pressure?.discardPast()
      pressure = news
      return news
    }
  }

  /// Measures the memory of tasks. The event `memoryMeasured` has the result.
  func measure(_ subjects: [MemorySubject], _ others: [ProcessIdentity]) {
    memory.measure(subjects, apartFrom: others)
  }

  /// Reacts to the kernel's report of a change.
  func receive(_ news: SystemWatcher.News) {
    switch news {
    case .wallClockSet: handle(.wallClockSet)
    case .memoryPressed: handle(.memoryPressed)
    case .routesChanged, .powerChanged: look()
    case .exited, .spoolChanged, .socketDirectoryChanged: break
    }
  }

  /// Watches a source of the kernel, or stops watching it. If the kernel refuses, the watcher looks
  /// by the clock.
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
    guard !watchedConditions.conditions.isEmpty || gpus.busy != nil else { return }
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
    machineConditions.busyGPUs = gpus.busy
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
