import Foundation

/// Where requests wait until they may run. While none does, nothing is looked at.
final class WaitingRoom: @unchecked Sendable {
  private let system: SystemFiles
  private let launch: @Sendable (BGTaskRequest) -> Void
  private let announce: Announcement
  private let queue = DispatchQueue(label: "headway.background-tasks.waiting")
  private let lock = NSLock()
  private var pending = PendingRequests()
  private var timer: (any DispatchSourceTimer)?
  private var announced: [String] = []

  /// Tells the system what waits, by identifiers, and takes from it what is to be launched now.
  typealias Announcement = @Sendable ([String], @escaping @Sendable (String) -> Void) -> Void

  /// A clock that was set is noticed by then.
  private static let longestSleep: TimeInterval = 3600

  init(
    system: SystemFiles, announce: @escaping Announcement,
    launch: @escaping @Sendable (BGTaskRequest) -> Void
  ) {
    (self.system, self.announce, self.launch) = (system, announce, launch)
  }

  var requests: [BGTaskRequest] { lock.withLock { pending.all.map { $0.duplicate() } } }

  func insert(_ request: BGTaskRequest) throws {
    try lock.withLock { try pending.insert(request) }
    queue.async { [self] in look() }
  }

  func remove(_ identifier: String) { change { $0.take(identifier) } }

  func removeAll() { change { $0.removeAll() } }

  private func change(_ body: (inout PendingRequests) -> Void) {
    lock.withLock { body(&pending) }
    queue.async { [self] in look() }
  }

  private func look() {
    let due = lock.withLock {
      let now = Date()
      let (due, nextLook) = pending.takeDue(at: now, in: Surroundings(of: system.machine))
      sleep(for: nextLook.map { min($0.timeIntervalSince(now), Self.longestSleep) })
      return due
    }
    tellWhatWaits()
    due.forEach(launch)
  }

  /// On the queue.
  private func tellWhatWaits() {
    let waiting = lock.withLock { pending.all.map(\.identifier) }
    guard waiting != announced else { return }
    announced = waiting
    announce(waiting) { [weak self] in self?.launchNow($0) }
  }

  /// Whatever its conditions are.
  private func launchNow(_ identifier: String) {
    let request = lock.withLock { pending.take(identifier) }
    queue.async { [self] in look() }
    if let request { launch(request) }
  }

  private func sleep(for interval: TimeInterval?) {
    timer?.cancel()
    timer = interval.map { interval in
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(wallDeadline: .now() + max(0, interval))
      timer.setEventHandler { [weak self] in self?.look() }
      timer.resume()
      return timer
    }
  }
}
