import BackgroundTasks
import Foundation

/// Registers what the app may be launched for, before its first request.
enum TaskRegistrar {
  static func register(_ coordinator: ExportCoordinator) {
    BGTaskScheduler.shared.register(
      forTaskWithIdentifier: ExportCoordinator.identifier, using: nil
    ) { task in
      guard let task = task as? BGContinuedProcessingTask else { return }
      Task { @MainActor in coordinator.handle(task) }
    }
  }
}
