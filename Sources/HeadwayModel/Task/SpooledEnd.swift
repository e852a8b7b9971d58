/// An end that a worker left on disk because no hub took it.
package struct SpooledEnd: Hashable, Sendable {
  package var description: TaskDescription
  package var report: WorkerReport
  package var ending: TaskEnding
  package var endedAt: WallTime?
  package var process: ProcessIdentity

  package init(
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
