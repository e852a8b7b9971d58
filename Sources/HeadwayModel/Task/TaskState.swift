/// The state of a task in its life. The raw values are the words of `headway list --json`.
public enum TaskState: String, Hashable, Sendable, Codable, CaseIterable {
  /// Accepted, waiting for its turn.
  case queued
  /// The process of the task is being started.
  case starting
  case running
  /// Stopped by a person.
  case paused
  /// Stopped by the system.
  case suspended
  /// Asked to stop; its grace runs.
  case cancelling
  /// Over, for the reason its ending gives.
  case ended
}
