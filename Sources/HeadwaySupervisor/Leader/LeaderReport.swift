internal import HeadwaySystem

/// A report from the session leader to its supervisor, sent as three 32-bit integers.
enum LeaderReport: Hashable, Sendable {
  /// The command runs.
  case started(process: Int32)
  /// The command couldn't be started, with the errno.
  case startFailed(errno: Int32)
  /// A signal has stopped the command. `continues` is the number of orders to continue that the
  /// leader had received before.
  case stopped(signal: Int32, continues: Int32)
  /// Somebody continued the command.
  case continued
  /// The command has exited.
  case exited(code: Int32)
  /// A signal has killed the command.
  case killed(signal: Int32)
  /// Somebody other than the leader continued the halted command.
  case woken
  /// A sweep is complete: no descendant is left.
  case swept

  /// Converts what wait(2) reported of the command. `continues` is the number of orders to continue
  /// so far.
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
