import BackgroundTasks
import Synchronization

/// A run of a background task, as a program for iOS 26 gets it: registered, submitted, launched.
struct ContinuedRun {
  private let task: BGContinuedProcessingTask

  /// One of a process: an identifier is registered once.
  private static let identifier = "headway.benchmarks.continued"

  init(_ title: String) throws {
    let launched = Launch()
    BGTaskScheduler.shared.register(forTaskWithIdentifier: Self.identifier, using: nil) { task in
      launched.hand(over: task as? BGContinuedProcessingTask)
    }
    try BGTaskScheduler.shared.submit(
      BGContinuedProcessingTaskRequest(identifier: Self.identifier, title: title, subtitle: ""))
    task = try launched.await()
  }

  var progress: Progress { task.progress }

  func end() { task.setTaskCompleted(success: true) }

  private final class Launch: Sendable {
    private let task = Mutex<BGContinuedProcessingTask?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    func hand(over task: BGContinuedProcessingTask?) {
      self.task.withLock { $0 = task }
      isThere.signal()
    }

    func await() throws -> BGContinuedProcessingTask {
      _ = isThere.wait(timeout: .now() + 5)
      guard let task = task.withLock({ $0 }) else {
        throw BenchmarkError("the background task isn't launched")
      }
      return task
    }
  }
}
