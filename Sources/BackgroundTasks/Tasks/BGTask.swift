public import Foundation
public import Headway

/// Begins a card with this title.
typealias BeginCard = (String, HeadwayTaskOptions) -> HeadwayTask

/// One run of a task, as its launch handler gets it. From any thread.
///
/// The run goes on until ``setTaskCompleted(success:)``, whatever the launch handler does.
public class BGTask: NSObject, @unchecked Sendable {
  /// The one it was submitted with.
  public let identifier: String
  let card: HeadwayTask
  private let lock = NSLock()
  private var life = TaskLife()
  private var whenEnded: (@Sendable () -> Void)?

  convenience init(identifier: String, begin: BeginCard) {
    self.init(identifier: identifier, card: Self.makeCard(identifier, begin))
  }

  /// The one of the task's kind, until it says more.
  static func makeCard(_ identifier: String, _ begin: BeginCard) -> HeadwayTask {
    begin(identifier, HeadwayTaskOptions(identifier: identifier, replacesFailures: true))
  }

  init(identifier: String, card: HeadwayTask) {
    (self.identifier, self.card) = (identifier, card)
  }

  /// Called once, on a thread of its own, when the task is to stop: a person cancelled it or
  /// answered that it stop, it stalled, or the hub is shut down. Then, and when the task is
  /// completed, it is nil again.
  ///
  /// A task that is to stop and has none ends unsuccessfully; one that is set later is called at
  /// once, so that the work hears of it.
  public final var expirationHandler: (() -> Void)? {
    get { lock.withLock { life.handler } }
    set {
      if let handler = lock.withLock({ life.setHandler(newValue) }) { callElsewhere(handler) }
    }
  }

  /// Why the task is to stop, and by when, which iOS doesn't tell; nil while it isn't.
  public final var cancellation: HeadwayCancellation? { card.cancellation }

  /// Ends the task. The first call counts, the others do nothing.
  public final func setTaskCompleted(success: Bool) {
    if let outcome = lock.withLock({ life.complete(success: success) }) { end(outcome) }
  }

  /// From here on it hears of cancel; `whenEnded` is called once.
  func start(whenEnded: @escaping @Sendable () -> Void) {
    lock.withLock { self.whenEnded = whenEnded }
    card.onCancel { [weak self] _ in self?.expire() }
  }

  /// Just before its launch handler is called.
  func willLaunch() {}

  /// Its time is up, unless it has completed.
  final func endTime(grace: Duration) {
    if lock.withLock({ !life.isCompleted }) { card.expire(grace: grace) }
  }

  final func expire() {
    switch lock.withLock({ life.expire() }) {
    case .call(let handler): handler()
    case .end: end(.cancelled)
    case .ignore: break
    }
  }

  /// Just before the card ends.
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

  /// A handler is its client's to make safe: it is called from another thread, once.
  private func callElsewhere(_ handler: @escaping () -> Void) {
    struct Call: @unchecked Sendable { let handler: () -> Void }
    let call = Call(handler: handler)
    DispatchQueue.global().async { call.handler() }
  }
}
