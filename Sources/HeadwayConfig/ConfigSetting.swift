import HeadwayCore

/// A value as the config file has it.
enum ConfigValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
}

/// A key of the config file: where its value goes, and how it is written.
struct ConfigSetting: Sendable {
  enum Target: Sendable {
    case duration(any WritableKeyPath<HeadwayConfig, Duration> & Sendable)
    case byteCount(any WritableKeyPath<HeadwayConfig, Int> & Sendable)
    case flag(any WritableKeyPath<HeadwayConfig, Bool> & Sendable)
    case detachKeys(any WritableKeyPath<HeadwayConfig, DetachKeys> & Sendable)
  }

  let section: String
  let key: String
  let target: Target

  /// All keys there are.
  static let table = [
    ConfigSetting("hub", "exit-after", .duration(\.hub.exitAfter)),
    ConfigSetting("stall", "silent-after", .duration(\.stall.silentAfter)),
    ConfigSetting("stall", "advancing-after", .duration(\.stall.advancingAfter)),
    ConfigSetting("stall", "countdown", .duration(\.stall.countdown)),
    ConfigSetting("run", "grace", .duration(\.run.grace)),
    ConfigSetting("run", "log-limit", .byteCount(\.run.logByteLimit)),
    ConfigSetting("run", "terminal-progress", .flag(\.run.terminalProgress)),
    ConfigSetting("run", "notify-socket", .flag(\.run.notifySocket)),
    ConfigSetting("attach", "detach-key", .detachKeys(\.attach.detachKeys)),
    ConfigSetting("monitor", "keep-ended", .duration(\.monitor.keepEnded)),
  ]

  private init(_ section: String, _ key: String, _ target: Target) {
    self.section = section
    self.key = key
    self.target = target
  }

  /// Sets the value that `value` stands for; false when it stands for none.
  func set(_ value: ConfigValue, in config: inout HeadwayConfig) -> Bool {
    switch (target, value) {
    case (.duration(let path), .text(let text)):
      guard let duration = Duration(shortForm: text) else { return false }
      config[keyPath: path] = duration
    case (.byteCount(let path), .text(let text)):
      guard let byteCount = ByteCount(text) else { return false }
      config[keyPath: path] = byteCount.value
    case (.flag(let path), .flag(let isOn)): config[keyPath: path] = isOn
    case (.detachKeys(let path), .text(let text)):
      guard let keys = DetachKeys(text) else { return false }
      config[keyPath: path] = keys
    case (.duration, .flag), (.byteCount, .flag), (.detachKeys, .flag), (.flag, .text): return false
    }
    return true
  }

  /// How a value is written, for messages.
  var example: String {
    switch target {
    case .duration: "\"30s\", \"5m\" or \"1h30m\""
    case .detachKeys: "'Ctrl-\\ d' or 'Ctrl-A q'"
    case .byteCount: "\"512KiB\" or \"8MiB\""
    case .flag: "true or false"
    }
  }
}
