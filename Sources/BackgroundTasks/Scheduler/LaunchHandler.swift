import Foundation

/// What is called with a task, and where.
struct LaunchHandler: Sendable {
  /// Nil is a background queue.
  var queue: DispatchQueue?
  var body: @Sendable (BGTask) -> Void

  func call(_ task: BGTask) {
    (queue ?? .global()).async { body(task) }
  }
}
