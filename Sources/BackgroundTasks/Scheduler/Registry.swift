import Foundation
import Headway

/// The launch handlers by identifier, and the tasks that run.
final class Registry: @unchecked Sendable {
  private let begin: @Sendable (String, HeadwayTaskOptions) -> HeadwayTask
  private let queue: QueueCard
  private let lock = NSLock()
  private var handlers: [String: LaunchHandler] = [:]
  private var running: Set<BGTask> = []
  /// Those of the running that wait for their turn, by identifier.
  private var queued: [String: Queued] = [:]

  /// Begins a card that waits for its turn.
  typealias QueueCard = @Sendable (String, HeadwayTaskOptions, Turn) -> HeadwayTask

  private struct Queued {
    let request: BGTaskRequest
    let task: BGTask
  }

  /// How long a request that is to run at once waits for the hub to say whether it can.
  private static let patience: DispatchTimeInterval = .seconds(1)

  init(
    begin: @escaping @Sendable (String, HeadwayTaskOptions) -> HeadwayTask,
    queue: @escaping QueueCard
  ) {
    (self.begin, self.queue) = (begin, queue)
  }

  /// Whether the identifier was free.
  func add(_ handler: LaunchHandler, for identifier: String) -> Bool {
    lock.withLock {
      guard handlers[identifier] == nil else { return false }
      handlers[identifier] = handler
      return true
    }
  }

  func has(_ identifier: String) -> Bool { lock.withLock { handlers[identifier] != nil } }

  /// A task is kept until it ends, whether or not its client does.
  func launch(_ request: BGTaskRequest) {
    guard let handler = lock.withLock({ handlers[request.identifier] }) else { return }
    let task = request.makeTask(begin)
    _ = lock.withLock { running.insert(task) }
    task.start { [weak self, unowned task] in self?.forget(task) }
    handler.call(task)
  }

  /// Copies of the requests that wait for their turn.
  var requests: [BGTaskRequest] {
    lock.withLock { queued.values.map { $0.request.duplicate() } }
  }

  /// Has it wait for its turn, in the place of one with the same identifier that does.
  func queue(_ request: BGContinuedProcessingTaskRequest) throws(BGTaskScheduler.Error) {
    guard let handler = lock.withLock({ handlers[request.identifier] }) else { return }
    let isImmediate = request.strategy == .fail
    let needs = request.requiredResources.contains(.gpu) ? ["gpu": 1] : [:]
    let turn = Turn(isImmediate: isImmediate, needs: needs)
    let task = request.makeTask { queue($0, $1, turn) }
    cancel(request.identifier)
    lock.withLock {
      running.insert(task)
      queued[request.identifier] = Queued(request: request, task: task)
    }
    task.start { [weak self, unowned task] in self?.forget(task) }
    if isImmediate, case .refused(let reason) = Self.decision(on: turn) {
      forget(task)
      throw BGTaskScheduler.Error(
        .immediateRunIneligible, "\(request.identifier) can't run at once: \(reason)")
    }
    turn.whenDecided { [weak self, weak task] _ in
      if let task { self?.begin(task, handler) }
    }
  }

  /// Takes back what waits.
  func cancel(_ identifier: String) {
    lock.withLock { queued[identifier]?.task }?.expire()
  }

  func cancelAll() {
    for identifier in lock.withLock({ Array(queued.keys) }) { cancel(identifier) }
  }

  /// A hub that doesn't answer in time keeps nobody waiting.
  private static func decision(on turn: Turn) -> Turn.Decision {
    let decided = DispatchSemaphore(value: 0)
    turn.whenDecided { _ in decided.signal() }
    _ = decided.wait(timeout: .now() + patience)
    return turn.decide(.came)
  }

  private func begin(_ task: BGTask, _ handler: LaunchHandler) {
    let isOpen = lock.withLock {
      if queued[task.identifier]?.task === task { queued[task.identifier] = nil }
      return running.contains(task)
    }
    if isOpen { handler.call(task) }
  }

  private func forget(_ task: BGTask) {
    lock.withLock {
      if queued[task.identifier]?.task === task { queued[task.identifier] = nil }
      running.remove(task)
    }
  }
}
