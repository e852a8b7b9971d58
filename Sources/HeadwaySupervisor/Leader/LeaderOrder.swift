internal import Glibc

/// What the supervisor tells the session leader to do. One message each: three 32-bit integers.
enum LeaderOrder: Hashable, Sendable {
  /// To the command's process group.
  case signalGroup(Int32)
  /// The command's group becomes the terminal's foreground group.
  case toForeground
  case toBackground
  /// To every descendant; from now on `swept` is reported once none is left. SIGKILL is repeated
  /// until then. `hub` is the process of the hub, where that is known: the command may have started
  /// the hub, which is the user's and not the task's.
  case sweep(signal: Int32, hub: Int32?)
  /// The command and every descendant but the hub stand still, until `release`.
  case halt(hub: Int32?)
  case release

  /// The command goes on, if it was stopped.
  var continues: Bool { self == .signalGroup(SIGCONT) }
}

extension LeaderOrder: LeaderMessage {
  var words: LeaderWords {
    switch self {
    case .signalGroup(let signal): LeaderWords(1, signal)
    case .toForeground: LeaderWords(2)
    case .toBackground: LeaderWords(3)
    case .sweep(let signal, let hub): LeaderWords(4, signal, hub ?? 0)
    case .halt(let hub): LeaderWords(5, 0, hub ?? 0)
    case .release: LeaderWords(6)
    }
  }

  init?(_ words: LeaderWords) {
    switch words.kind {
    case 1: self = .signalGroup(words.value)
    case 2: self = .toForeground
    case 3: self = .toBackground
    case 4: self = .sweep(signal: words.value, hub: words.count == 0 ? nil : words.count)
    case 5: self = .halt(hub: words.count == 0 ? nil : words.count)
    case 6: self = .release
    default: return nil
    }
  }
}
