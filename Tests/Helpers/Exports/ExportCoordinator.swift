import BackgroundTasks
import Foundation

/// One export, as an iOS app has it: begun by a person, run by the system, shown on the screen.
@MainActor
final class ExportCoordinator {
  nonisolated static let identifier = "com.example.exports.album"
  private let scheduler: BGTaskScheduler
  private var task: BGContinuedProcessingTask?
  private var pages: Int64 = 0

  init(scheduler: BGTaskScheduler = .shared) { self.scheduler = scheduler }

  func begin(pages: Int64) throws {
    self.pages = pages
    let request = BGContinuedProcessingTaskRequest(
      identifier: Self.identifier, title: "Album", subtitle: "Starting")
    request.strategy = CommandLine.arguments.contains("queue") ? .queue : .fail
    try scheduler.submit(request)
  }

  func handle(_ task: BGContinuedProcessingTask) {
    self.task = task
    task.progress.totalUnitCount = pages
    task.expirationHandler = { [weak self] in
      Task { @MainActor in self?.expire() }
    }
    say("handled \(task.identifier)")
  }

  func updateProgress(page: Int64) {
    guard let task else { return }
    task.progress.completedUnitCount = page
    task.updateTitle("Album", subtitle: "Page \(page) of \(pages)")
  }

  func finish(success: Bool) {
    task?.setTaskCompleted(success: success)
    task = nil
  }

  private func expire() {
    say("expired")
    finish(success: false)
  }
}
