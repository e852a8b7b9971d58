import Foundation
import Headway
import HeadwayCore

/// The launch handlers by identifier, the requests that wait for their turn with the hub, and the tasks
/// that are theirs.
final class Registry: @unchecked Sendable {
  private let queue: QueueCard
  private let lock = NSLock()
  private var handlers: [String: LaunchHandler] = [:]
  private var pending = PendingRequests()
  /// A task is kept until it ends, whether or not its client does.
  private var open: Set<BGTask> = []

  /// Begins a card that waits for its turn.
  typealias QueueCard = @Sendable (String, HeadwayTaskOptions, Turn) -> HeadwayTask

  /// How long who submits waits for the hub to say whether it has the request.
  private static let patience: DispatchTimeInterval = .seconds(1)

  init(queue: @escaping QueueCard) { self.queue = queue }

  /// Whether the identifier was free.
  func add(_ handler: LaunchHandler, for identifier: String) -> Bool {
    lock.withLock {
      guard handlers[identifier] == nil else { return false }
      handlers[identifier] = handler
      return true
    }
  }

  func has(_ identifier: String) -> Bool { lock.withLock { handlers[identifier] != nil } }

  /// Copies of the requests that wait for their turn.
  var requests: [BGTaskRequest] { lock.withLock { pending.all.map { $0.duplicate() } } }

  /// Has it wait for its turn, in the place of one with the same identifier that does: that goes on
  /// waiting where this one is given back.
  ///
  /// - Throws: ``BGTaskScheduler/Error``.
  func submit(_ request: BGTaskRequest) throws {
    guard let handler = lock.withLock({ handlers[request.identifier] }) else { return }
    let replaced = try lock.withLock { try pending.insert(request) }
    let turn = Turn(request.turn)
    let task = request.makeTask { queue($0, $1, turn) }
    guard keep(task, of: request) else { return }
    turn.onAnswer { [weak self, weak task, earlier = replaced?.task] answer in
      guard answer == .placed || answer == .came else { return }
      earlier?.expire()
      if answer == .came, let task { self?.launch(task, handler) }
    }
    guard turn.request.mayBeGivenBack, let error = Self.error(turn, request) else { return }
    giveBack(request, task, replaced)
    throw error
  }

  /// Takes back what waits.
  func cancel(_ identifier: String) {
    let task = lock.withLock {
      let entry = pending.entry(identifier)
      if let entry, entry.task == nil { pending.remove(entry.request) }
      return entry?.task
    }
    task?.expire()
  }

  func cancelAll() { requests.forEach { cancel($0.identifier) } }

  /// False where the request was taken back before it had a task.
  private func keep(_ task: BGTask, of request: BGTaskRequest) -> Bool {
    let isWanted = lock.withLock {
      open.insert(task)
      return pending.attach(task, to: request)
    }
    task.start { [weak self, unowned task] in self?.forget(task) }
    if !isWanted { task.expire() }
    return isWanted
  }

  /// Nil where the hub has the request, or the work begins without it.
  private static func error(_ turn: Turn, _ request: BGTaskRequest) -> BGTaskScheduler.Error? {
    let answered = DispatchSemaphore(value: 0)
    turn.onAnswer { _ in answered.signal() }
    _ = answered.wait(timeout: .now() + patience)
    switch turn.giveUp(because: "the hub does not answer; try: headway hub status") {
    case .placed, .came: return nil
    case .refused(let reason):
      return BGTaskScheduler.Error(
        .immediateRunIneligible, "\(request.identifier) can't run at once: \(reason)")
    case .unavailable(let reason):
      return BGTaskScheduler.Error(
        .unavailable, "\(request.identifier) can't be queued: \(reason)")
    }
  }

  private func giveBack(
    _ request: BGTaskRequest, _ task: BGTask, _ replaced: PendingRequests.Entry?
  ) {
    task.expire()
    lock.withLock {
      pending.remove(request)
      if let replaced, let earlier = replaced.task, open.contains(earlier) {
        pending.restore(replaced)
      }
    }
  }

  private func launch(_ task: BGTask, _ handler: LaunchHandler) {
    let isOpen = lock.withLock {
      pending.remove(task)
      return open.contains(task)
    }
    guard isOpen else { return }
    task.willLaunch()
    handler.call(task)
  }

  private func forget(_ task: BGTask) {
    lock.withLock {
      pending.remove(task)
      open.remove(task)
    }
  }
}
