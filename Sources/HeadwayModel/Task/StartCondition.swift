/// A condition of the machine for a task to start, `--when`, or to run, `--while`.
public enum StartCondition: Hashable, Sendable {
  /// `ac`: on external power (`requiresExternalPower`).
  case externalPower
  /// `network`: there is a route to elsewhere (`requiresNetworkConnectivity`).
  case network
  /// `idle=10m`: nobody has typed at a terminal for that long; where nobody has one, nobody types.
  case idle(Duration)
  /// `load<2`: the load average of the last minute is below that (proc_loadavg(5)).
  case loadBelow(Double)
}

extension StartCondition {
  /// `idle` alone.
  public static let idleTime: Duration = .seconds(10 * 60)

  /// Reads a condition; nil for any other text.
  public init?(_ text: String) {
    switch text {
    case "ac": self = .externalPower
    case "network": self = .network
    case "idle": self = .idle(Self.idleTime)
    default:
      if let time = Self.rest(of: text, after: "idle=").flatMap(Duration.init(shortForm:)) {
        self = .idle(time)
      } else if let load = Self.rest(of: text, after: "load<").flatMap(Double.init),
        load > 0, load.isFinite
      {
        self = .loadBelow(load)
      } else {
        return nil
      }
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  /// The condition as `--when` takes it.
  public var text: String {
    switch self {
    case .externalPower: "ac"
    case .network: "network"
    case .idle(let time): "idle=\(Self.plain(time.inSeconds))"
    case .loadBelow(let load): "load<\(Self.plain(load))"
    }
  }

  /// Without a fraction where there is none.
  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  /// The condition as the card names it: "waits for" and these words.
  public var words: String {
    switch self {
    case .externalPower: String(localized: "AC power")
    case .network: String(localized: "the network")
    case .idle: String(localized: "an idle user")
    case .loadBelow(let load): String(localized: "a load below \(Self.plain(load))")
    }
  }
}

/// The machine around the hub, as far as somebody has asked about it; nil for what isn't known.
public struct MachineConditions: Hashable, Sendable {
  /// Whether the machine runs on external power; nil if it isn't known.
  public var hasExternalPower: Bool?
  /// Whether the machine has a route to a network; nil if it isn't known.
  public var isOnline: Bool?
  /// The time since a person last typed.
  public var idleTime: Duration?
  /// The load average of the last minute.
  public var load: Double?
  /// The indices of the graphics processors that others use; nil if that isn't known.
  public var busyGPUs: Set<Int>?

  /// Makes the state of a machine of which nothing is known.
  public init() {}

  /// Returns whether the condition is met. A condition whose state isn't known isn't met: a task
  /// waits rather than starts on a guess.
  public func meet(_ condition: StartCondition) -> Bool {
    switch condition {
    case .externalPower: hasExternalPower == true
    case .network: isOnline == true
    case .idle(let time): idleTime.map { $0 >= time } ?? false
    case .loadBelow(let limit): load.map { $0 < limit } ?? false
    }
  }

  /// Whether a task that needs `condition` may go on; nil where that isn't known. The load has to
  /// fall well below its limit for one that is suspended, whose own load is gone: else it would be
  /// resumed and suspended in turns.
  public func sustain(_ condition: StartCondition, isSuspended: Bool) -> Bool? {
    switch condition {
    case .externalPower: hasExternalPower
    case .network: isOnline
    case .idle(let time): idleTime.map { $0 >= time }
    case .loadBelow(let limit):
      load.map { $0 < (isSuspended ? limit * Self.resumingShare : limit) }
    }
  }

  private static let resumingShare = 0.75
}
