import Foundation
import Headway

/// The launch handlers by identifier, and the tasks that run.
final class Registry: @unchecked Sendable {
  private let begin: @Sendable (String, HeadwayTaskOptions) -> HeadwayTask
  private let lock = NSLock()
  private var handlers: [String: LaunchHandler] = [:]
  private var running: Set<BGTask> = []

  init(begin: @escaping @Sendable (String, HeadwayTaskOptions) -> HeadwayTask) {
    self.begin = begin
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

  private func forget(_ task: BGTask) { _ = lock.withLock { running.remove(task) } }
}
