import Foundation

/// A registered launch handler and its queue.
struct LaunchHandler: Sendable {
  /// The queue that the handler is called on. Nil stands for a background queue.
  var queue: DispatchQueue?
  var body: @Sendable (BGTask) -> Void

  func call(_ task: BGTask) {
    (queue ?? .global()).async { body(task) }
  }
}
