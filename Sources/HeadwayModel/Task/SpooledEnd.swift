/// An end that a worker left on disk because no hub took it.
public struct SpooledEnd: Hashable, Sendable {
  /// The description of the task.
  public var description: TaskDescription
  /// The last report of the task.
  public var report: WorkerReport
  /// The end of the task.
  public var ending: TaskEnding
  /// The time of the end; nil if the worker didn't write it.
  public var endedAt: WallTime?
  /// The process of the worker.
  public var process: ProcessIdentity

  /// Makes an end of its values.
  public init(
    description: TaskDescription, report: WorkerReport, ending: TaskEnding, endedAt: WallTime?,
    process: ProcessIdentity
  ) {
    self.description = description
    self.report = report
    self.ending = ending
    self.endedAt = endedAt
    self.process = process
  }
}
