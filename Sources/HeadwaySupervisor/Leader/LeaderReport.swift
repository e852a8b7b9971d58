internal import HeadwaySystem

/// What the session leader tells the supervisor. One message each: three 32-bit integers.
enum LeaderReport: Hashable, Sendable {
  case started(process: Int32)
  /// The command couldn't be started: the errno.
  case startFailed(errno: Int32)
  /// `continues`: how often the leader had been told to continue it.
  case stopped(signal: Int32, continues: Int32)
  case continued
  case exited(code: Int32)
  case killed(signal: Int32)
  /// Somebody continued the command, which stood still by order.
  case woken
  /// After a sweep: no descendant is left.
  case swept

  /// What wait(2) said of the command, which was to be continued so often.
  init(_ change: ChildChange, continues: Int32) {
    self =
      switch change {
      case .exited(let code): .exited(code: code)
      case .killed(let signal): .killed(signal: signal)
      case .stopped(let signal): .stopped(signal: signal, continues: continues)
      case .continued: .continued
      }
  }
}

extension LeaderReport: LeaderMessage {
  var words: LeaderWords {
    switch self {
    case .started(let process): LeaderWords(1, process)
    case .startFailed(let errno): LeaderWords(2, errno)
    case .stopped(let signal, let continues): LeaderWords(3, signal, continues)
    case .continued: LeaderWords(4)
    case .exited(let code): LeaderWords(5, code)
    case .killed(let signal): LeaderWords(6, signal)
    case .swept: LeaderWords(7)
    case .woken: LeaderWords(8)
    }
  }

  init?(_ words: LeaderWords) {
    switch words.kind {
    case 1: self = .started(process: words.value)
    case 2: self = .startFailed(errno: words.value)
    case 3: self = .stopped(signal: words.value, continues: words.count)
    case 4: self = .continued
    case 5: self = .exited(code: words.value)
    case 6: self = .killed(signal: words.value)
    case 7: self = .swept
    case 8: self = .woken
    default: return nil
    }
  }
}
