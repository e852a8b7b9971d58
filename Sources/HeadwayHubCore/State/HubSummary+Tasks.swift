internal import HeadwayModel

extension HubSummary {
  /// Counts a task without making a snapshot of it. There may be ten thousand tasks.
  mutating func add(_ task: borrowing TrackedTask) { add(Top(task), task.ending) }
}

extension HubSummary.Top {
  fileprivate init(_ task: borrowing TrackedTask) {
    self.init(
      number: task.number, title: task.description.title, state: task.state,
      fraction: task.progress.fraction, needsAnswer: task.needsAnswer,
      sensitive: task.description.sensitive,
      waitsForInput: task.isLive && task.currentInputWait != nil,
      hasFailed: task.ending?.reason.isFailure == true)
  }
}
