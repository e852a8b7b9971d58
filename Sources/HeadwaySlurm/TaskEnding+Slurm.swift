import HeadwayModel

// The ends that supervisors of jobs write.
extension TaskEnding {
  /// Whether Slurm may have stopped the command: an end by a signal, or by a status that stands for
  /// one.
  var mayBeSlurms: Bool {
    switch (reason, status) {
    case (.cancelled(.terminal), _), (.failed, .signal): true
    case (.failed, .code(let code)): [129, 130, 137, 143].contains(code)
    case (_, _): false
    }
  }

  /// The end of a command that got SIGTERM, if Slurm doesn't say that it stopped the job: the command
  /// may have gone on for hours. Other ends stay.
  var unexplained: TaskEnding {
    guard reason == .cancelled(by: .terminal), case .code(let code) = status,
      ![129, 130, 137, 143].contains(code)
    else { return self }
    return TaskEnding(reason: code == 0 ? .completed : .failed, status: status)
  }

  /// The end with a status, unless it has one.
  func with(_ status: ExitStatus?) -> TaskEnding {
    var ending = self
    ending.status = ending.status ?? status
    return ending
  }
}
