import Foundation
import Headway
internal import HeadwayLink
import HeadwayModel

/// The launch handlers, the waiting requests and the open tasks of a scheduler.
///
/// All state is guarded by one lock. Handlers and the hub's answers are called outside the lock.
final class Registry: @unchecked Sendable {
  private let queue: QueueCard
  private let lock = NSLock()
  private var handlers: [String: LaunchHandler] = [:]
  private var pending = PendingRequests()
  /// The tasks that have begun and not ended. The set keeps a task alive even if the program
  /// doesn't.
  private var open: Set<BGTask> = []

  /// A function that begins a card whose work waits for a turn. Tests pass one of their own.
  typealias QueueCard = @Sendable (String, HeadwayTaskOptions, Turn) -> HeadwayTask

  /// The longest time that `submit` waits for the hub's answer.
  private static let patience: DispatchTimeInterval = .seconds(1)

  init(queue: @escaping QueueCard) { self.queue = queue }

  /// Registers a handler. Returns false if the identifier has one already.
  func add(_ handler: LaunchHandler, for identifier: String) -> Bool {
    lock.withLock {
      guard handlers[identifier] == nil else { return false }
      handlers[identifier] = handler
      return true
    }
  }

  func has(_ identifier: String) -> Bool { lock.withLock { handlers[identifier] != nil } }

  /// Copies of the waiting requests, sorted by identifier.
  var requests: [BGTaskRequest] { lock.withLock { pending.all.map { $0.duplicate() } } }

  /// Puts a request into the hub's queue.
  ///
  /// A waiting request with the same identifier is replaced once the hub has accepted the new one.
  /// If the new one is refused, the earlier one goes on waiting.
  ///
  /// - Throws: ``BGTaskScheduler/Error``.
  func submit(_ request: BGTaskRequest) throws {
    guard let handler = lock.withLock({ handlers[request.identifier] }) else { return }
    let replaced = try lock.withLock { try pending.insert(request) }
    let turn = Turn(request.turn)
    guard let task = begin(request, turn, handler, replacing: replaced?.task) else { return }
    guard turn.request.mayBeGivenBack, let error = Self.error(turn, request) else { return }
    giveBack(request, task, replaced)
    throw error
  }

  /// Begins the card of a request, and launches its work when the turn comes.
  ///
  /// - Returns: nil if the request was withdrawn in the meantime.
  private func begin(
    _ request: BGTaskRequest, _ turn: Turn, _ handler: LaunchHandler, replacing earlier: BGTask?
  ) -> BGTask? {
    let task = request.makeTask { queue($0, $1, turn) }
    guard keep(task, of: request) else { return nil }
    turn.onAnswer { [weak self, weak task, earlier] answer in
      guard answer == .placed || answer == .came else { return }
      earlier?.expire()
      if answer == .came, let task { self?.launch(task, handler) }
    }
    return task
  }

  /// Puts an accepted request into the queue once more.
  ///
  /// The hub gave the request's place to a newer one that the program was refused: the hub was
  /// silent for longer than `submit` waits, and read the newer request afterwards.
  private func submitAgain(_ request: BGTaskRequest) {
    guard let handler = lock.withLock({ handlers[request.identifier] }) else { return }
    var accepted = request.turn
    if accepted.ask() { accepted.notePlace() }
    _ = begin(request, Turn(accepted), handler, replacing: nil)
  }

  /// Withdraws the waiting request with this identifier and ends its card.
  func cancel(_ identifier: String) {
    let task = lock.withLock {
      let entry = pending.entry(identifier)
      if let entry { pending.remove(entry.request) }
      return entry?.task
    }
    task?.expire()
  }

  func cancelAll() { requests.forEach { cancel($0.identifier) } }

  /// Records the task of a request.
  ///
  /// - Returns: false if the request was withdrawn before its task was made; the task then ends.
  private func keep(_ task: BGTask, of request: BGTaskRequest) -> Bool {
    let isWanted = lock.withLock {
      open.insert(task)
      return pending.attach(task, to: request)
    }
    task.start { [weak self, unowned task] in self?.forget(task) }
    if !isWanted { task.expire() }
    return isWanted
  }

  /// Waits for the hub's answer, at most `patience`, and converts a refusal to an error.
  ///
  /// - Returns: nil if the hub accepted the request, or if the work begins without a hub.
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

  /// Undoes the submission of a refused request, and restores the request that it replaced. If the
  /// program has withdrawn the request meanwhile, the replaced one ends too.
  private func giveBack(
    _ request: BGTaskRequest, _ task: BGTask, _ replaced: PendingRequests.Entry?
  ) {
    var withdrawn: BGTask?
    let again = lock.withLock { () -> BGTaskRequest? in
      let isWithdrawn = !pending.remove(request)
      guard let replaced, let earlier = replaced.task else { return nil }
      if isWithdrawn {
        withdrawn = earlier
        return nil
      }
      if open.contains(earlier) {
        pending.restore(replaced)
        pending.noteRival(of: earlier)
        return nil
      }
      guard earlier.isReplacedByHub else { return nil }
      let entry = PendingRequests.Entry(request: replaced.request)
      return pending.restore(entry) ? entry.request : nil
    }
    task.expire()
    withdrawn?.expire()
    if let again { submitAgain(again) }
  }

  /// Calls the launch handler, unless the task has ended while it waited.
  private func launch(_ task: BGTask, _ handler: LaunchHandler) {
    let isOpen = lock.withLock {
      pending.remove(task)
      return open.contains(task)
    }
    guard isOpen else { return }
    task.willLaunch()
    handler.call(task)
  }

  /// Drops a task that has ended. Its request goes on waiting if the hub gave the request's place
  /// to one that this program was refused.
  private func forget(_ task: BGTask) {
    let again = lock.withLock { () -> BGTaskRequest? in
      open.remove(task)
      let request = task.isReplacedByHub ? pending.takeBack(from: task) : nil
      pending.remove(task)
      return request
    }
    if let again { submitAgain(again) }
  }
}

/// A registered launch handler and its queue.
struct LaunchHandler: Sendable {
  /// The queue that the handler is called on. Nil stands for a background queue.
  var queue: DispatchQueue?
  var body: @Sendable (BGTask) -> Void

  func call(_ task: BGTask) {
    (queue ?? .global()).async { body(task) }
  }
}
