import HeadwayModel

/// A group of tasks that headers and status lines count: `2 running`, `1 needs you`.
enum CountedTasks {
  case needsAnswer, running, paused, queued, cancelling, failed, ended

  /// The number of tasks in words.
  func words(_ count: Int) -> String {
    switch self {
    case .needsAnswer:
      String(localized: count, one: "\(count) needs you", many: "\(count) need you")
    case .running: String(localized: "\(count) running")
    case .paused: String(localized: "\(count) paused")
    case .queued: String(localized: "\(count) queued")
    case .cancelling: String(localized: "\(count) cancelling")
    case .failed: String(localized: "\(count) failed")
    case .ended: String(localized: "\(count) ended")
    }
  }
}
