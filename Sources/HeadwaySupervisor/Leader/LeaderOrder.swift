internal import Glibc

/// An order from the supervisor to its session leader, sent as three 32-bit integers.
enum LeaderOrder: Hashable, Sendable {
  /// Send a signal to the command's process group.
  case signalGroup(Int32)
  /// Make the command's group the terminal's foreground group.
  case toForeground
  /// Make the leader's own group the terminal's foreground group.
  case toBackground
  /// Send a signal to every descendant, and report `swept` once none is left.
  ///
  /// The leader repeats SIGKILL until then. `hub` is the hub's process id, if known: the command
  /// may have started the hub, which serves the user and isn't part of the task.
  case sweep(signal: Int32, hub: Int32?)
  /// Stop the command and every descendant except the hub, until `release`.
  case halt(hub: Int32?)
  /// Continue what `halt` has stopped.
  case release

  /// Whether the order continues a stopped command.
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
