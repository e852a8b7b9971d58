public import Foundation
public import Headway

/// A function that begins a card with a title and options.
typealias BeginCard = (String, HeadwayTaskOptions) -> HeadwayTask

/// A run of a task, as passed to its launch handler.
///
/// The run lasts until ``setTaskCompleted(success:)`` is called; the launch handler may return
/// earlier. All members may be called from any thread.
///
/// ```swift
/// task.expirationHandler = { work.cancel() }
/// task.setTaskCompleted(success: await work.value)
/// ```
public class BGTask: NSObject, @unchecked Sendable {
  /// The identifier that the request was submitted with.
  public let identifier: String
  let card: HeadwayTask
  private let lock = NSLock()
  private var life = TaskLife()
  private var whenEnded: (@Sendable () -> Void)?

  convenience init(identifier: String, begin: BeginCard) {
    self.init(identifier: identifier, card: Self.makeCard(identifier, begin))
  }

  /// Begins the card of a task without texts of its own; the identifier serves as the title.
  static func makeCard(_ identifier: String, _ begin: BeginCard) -> HeadwayTask {
    begin(identifier, HeadwayTaskOptions(identifier: identifier, replacesFailures: true))
  }

  init(identifier: String, card: HeadwayTask) {
    (self.identifier, self.card) = (identifier, card)
  }

  /// The code that is called, on another thread, when the task must stop.
  ///
  /// The handler is called once, for a person's cancel or answer *stop*, a stall, a time limit, or
  /// the shutdown of the hub. The property is nil again after the call, and after the task is
  /// completed.
  ///
  /// A task without a handler ends unsuccessfully when it must stop. A handler that is set later is
  /// called immediately, so that the work learns of the end. iOS never calls such a handler.
  public final var expirationHandler: (() -> Void)? {
    get { lock.withLock { life.handler } }
    set {
      if let handler = lock.withLock({ life.setHandler(newValue) }) { callElsewhere(handler) }
    }
  }

  /// The reason why the task must stop, with a deadline; nil while the task may go on.
  ///
  /// iOS has no such property.
  public final var cancellation: HeadwayCancellation? { card.cancellation }

  /// Whether the hub gave the task's place in the queue to a newer request.
  final var isReplacedByHub: Bool { card.cancellation?.isReplacement ?? false }

  /// Ends the task. Only the first call counts.
  ///
  /// An unsuccessful task that was told to stop is recorded as cancelled or expired, with the
  /// reason. Any other unsuccessful task is recorded as failed.
  public final func setTaskCompleted(success: Bool) {
    if let outcome = lock.withLock({ life.complete(success: success) }) { end(outcome) }
  }

  /// Starts to listen for cancels. `whenEnded` is called once, after the card has ended.
  func start(whenEnded: @escaping @Sendable () -> Void) {
    lock.withLock { self.whenEnded = whenEnded }
    card.onCancel { [weak self] _ in self?.expire() }
  }

  /// Prepares a launch. Called just before the launch handler; subclasses start their clocks here.
  func willLaunch() {}

  /// Expires the task because of its time limit, unless the task is completed.
  final func endTime(grace: Duration) {
    if lock.withLock({ !life.isCompleted }) { card.expire(grace: grace) }
  }

  /// Calls the expiration handler, or ends the task if it has none.
  final func expire() {
    switch lock.withLock({ life.expire() }) {
    case .call(let handler): handler()
    case .end: end(.cancelled)
    case .ignore: break
    }
  }

  /// Prepares the end. Called just before the card ends; subclasses send their last state here.
  func willEnd() {}

  private func end(_ outcome: HeadwayOutcome) {
    willEnd()
    card.end(outcome)
    let whenEnded = lock.withLock {
      defer { self.whenEnded = nil }
      return self.whenEnded
    }
    whenEnded?()
  }

  /// Calls a handler on a background queue. The client must make sure that the handler may run
  /// there.
  private func callElsewhere(_ handler: @escaping () -> Void) {
    struct Call: @unchecked Sendable { let handler: () -> Void }
    let call = Call(handler: handler)
    DispatchQueue.global().async { call.handler() }
  }
}

/// A short run that fetches news, at most 30 s from its launch.
///
/// After 30 s the task expires. 5 s later the task ends unsuccessfully, whatever its code does.
///
/// ```swift
/// let fetch = Task {
///   task.setTaskCompleted(success: await feed.fetch())
/// }
/// task.expirationHandler = { fetch.cancel() }
/// ```
public class BGAppRefreshTask: BGTask, @unchecked Sendable {
  /// The time that the run may take, and the time that its end may take afterwards, in seconds.
  struct Limit {
    var time: TimeInterval = 30
    var grace: TimeInterval = 5
  }

  private let limit: Limit
  private let queue = DispatchQueue(label: "headway.background-tasks.refresh")

  init(identifier: String, limit: Limit = Limit(), begin: BeginCard) {
    self.limit = limit
    super.init(identifier: identifier, card: Self.makeCard(identifier, begin))
  }

  /// Starts the clock of the run.
  override func willLaunch() {
    let limit = limit
    queue.asyncAfter(deadline: .now() + limit.time) { [weak self] in
      self?.endTime(grace: .seconds(limit.grace))
    }
    queue.asyncAfter(deadline: .now() + limit.time + limit.grace) { [weak self] in
      self?.setTaskCompleted(success: false)
    }
  }
}

/// A long run without the user, made from a ``BGProcessingTaskRequest``.
///
/// The run has no time limit. A cancel or a stall reaches the expiration handler.
public class BGProcessingTask: BGTask, @unchecked Sendable {}
