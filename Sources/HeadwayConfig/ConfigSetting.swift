import HeadwayCore

/// A value as the config file has it.
enum ConfigValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case count(Int)
}

/// A key of the config file: where its value goes, and how it is written.
struct ConfigSetting: Sendable {
  enum Target: Sendable {
    case duration(any WritableKeyPath<HeadwayConfig, Duration> & Sendable)
    case limitingDuration(any WritableKeyPath<HeadwayConfig, Duration?> & Sendable)
    case byteCount(any WritableKeyPath<HeadwayConfig, Int> & Sendable)
    case limitingByteCount(any WritableKeyPath<HeadwayConfig, Int?> & Sendable)
    /// From 1 on, without an end.
    case limitingCount(any WritableKeyPath<HeadwayConfig, Int?> & Sendable)
    case flag(any WritableKeyPath<HeadwayConfig, Bool> & Sendable)
    /// From 1 on.
    case count(any WritableKeyPath<HeadwayConfig, Int?> & Sendable)
    /// nice(1), upwards.
    case niceness(any WritableKeyPath<HeadwayConfig, Int> & Sendable)
    case limitingFlag(any WritableKeyPath<HeadwayConfig, Bool?> & Sendable)
    /// For `sh -c`.
    case command(any WritableKeyPath<HeadwayConfig, String?> & Sendable)
    case quietHours(any WritableKeyPath<HeadwayConfig, QuietHours?> & Sendable)
    case terminalForm(any WritableKeyPath<HeadwayConfig, TerminalNotice?> & Sendable)
    case detachKeys(any WritableKeyPath<HeadwayConfig, DetachKeys> & Sendable)
    /// By its name.
    case theme(any WritableKeyPath<HeadwayConfig, ThemeName> & Sendable)
    /// tmux(1), STYLES.
    case tmuxStyle(any WritableKeyPath<HeadwayConfig, String> & Sendable)
  }

  let section: String
  let key: String
  /// Made when it is asked for: a key path takes longer to make than most keys to read.
  private let makeTarget: @Sendable () -> Target

  var target: Target { makeTarget() }

  /// All keys there are.
  static let table = [
    ConfigSetting("hub", "exit-after", .duration(\.hub.exitAfter)),
    ConfigSetting("queue", "slots", .count(\.queue.slots)),
    ConfigSetting("queue", "hold-after-reboot", .flag(\.queue.holdAfterReboot)),
    ConfigSetting("stall", "silent-after", .duration(\.stall.silentAfter)),
    ConfigSetting("stall", "advancing-after", .duration(\.stall.advancingAfter)),
    ConfigSetting("stall", "countdown", .duration(\.stall.countdown)),
    ConfigSetting("run", "grace", .duration(\.run.grace)),
    ConfigSetting("run", "log-limit", .byteCount(\.run.logByteLimit)),
    ConfigSetting("run", "terminal-progress", .flag(\.run.terminalProgress)),
    ConfigSetting("run", "notify-socket", .flag(\.run.notifySocket)),
    ConfigSetting("attach", "detach-key", .detachKeys(\.attach.detachKeys)),
    ConfigSetting("background", "nice", .niceness(\.background.niceness)),
    ConfigSetting("background", "raise-selected", .flag(\.background.raisesSelected)),
    ConfigSetting("tmux", "attention-style", .tmuxStyle(\.tmux.attentionStyle)),
    ConfigSetting("tmux", "pane", .flag(\.tmux.pane)),
    ConfigSetting("tmux", "push", .flag(\.tmux.push)),
    ConfigSetting("monitor", "keep-ended", .duration(\.monitor.keepEnded)),
    ConfigSetting("monitor", "theme", .theme(\.monitor.theme)),
    ConfigSetting("monitor", "mouse", .flag(\.monitor.mouse)),
    ConfigSetting("monitor", "terminal-progress", .flag(\.monitor.terminalProgress)),
    ConfigSetting("tell", "on-finish", .command(\.tell.onFinish)),
    ConfigSetting("tell", "on-stall", .command(\.tell.onStall)),
    ConfigSetting("tell", "on-input", .command(\.tell.onInput)),
    ConfigSetting("tell", "command", .command(\.tell.command)),
    ConfigSetting("tell", "desktop", .limitingFlag(\.tell.desktop)),
    ConfigSetting("tell", "tmux", .limitingFlag(\.tell.tmux)),
    ConfigSetting("tell", "terminal", .limitingFlag(\.tell.terminal)),
    ConfigSetting("tell", "terminal-form", .terminalForm(\.tell.terminalForm)),
    ConfigSetting("tell", "after", .duration(\.tell.after)),
    ConfigSetting("tell", "quiet", .quietHours(\.tell.quiet)),
    ConfigSetting("record", "keep", .limitingDuration(\.record.retention.time)),
    ConfigSetting("record", "keep-tasks", .limitingCount(\.record.retention.taskCount)),
    ConfigSetting("record", "keep-logs", .limitingByteCount(\.record.retention.logBytes)),
  ]

  private init(
    _ section: String, _ key: String, _ target: @autoclosure @escaping @Sendable () -> Target
  ) {
    self.section = section
    self.key = key
    makeTarget = target
  }

  /// Sets the value that `value` stands for; false when it stands for none.
  func set(_ value: ConfigValue, in config: inout HeadwayConfig) -> Bool {
    switch (target, value) {
    case (.duration(let path), .text(let text)):
      guard let duration = Duration(shortForm: text) else { return false }
      config[keyPath: path] = duration
    case (.limitingDuration(let path), .text(let text)):
      guard let duration = Duration(shortForm: text) else { return false }
      config[keyPath: path] = duration
    case (.limitingByteCount(let path), .text(let text)):
      guard let byteCount = ByteCount(text) else { return false }
      config[keyPath: path] = byteCount.value
    case (.limitingCount(let path), .count(let count)):
      guard count > 0 else { return false }
      config[keyPath: path] = count
    case (.byteCount(let path), .text(let text)):
      guard let byteCount = ByteCount(text) else { return false }
      config[keyPath: path] = byteCount.value
    case (.flag(let path), .flag(let isOn)): config[keyPath: path] = isOn
    case (.count(let path), .count(let count)):
      guard HeadwayConfig.counts.contains(count) else { return false }
      config[keyPath: path] = count
    case (.niceness(let path), .count(let niceness)):
      guard (0...19).contains(niceness) else { return false }
      config[keyPath: path] = niceness
    case (.detachKeys(let path), .text(let text)):
      guard let keys = DetachKeys(text) else { return false }
      config[keyPath: path] = keys
    case (.tmuxStyle(let path), .text(let text)):
      guard Self.isStyle(text) else { return false }
      config[keyPath: path] = text
    case (.theme(let path), .text(let text)):
      guard let theme = ThemeName(rawValue: text) else { return false }
      config[keyPath: path] = theme
    case (.tmuxStyle, _), (.theme, _): return false
    case (.limitingFlag(let path), .flag(let isOn)): config[keyPath: path] = isOn
    case (.command(let path), .text(let text)):
      guard text.contains(where: { !$0.isWhitespace }) else { return false }
      config[keyPath: path] = text
    case (.quietHours(let path), .text(let text)):
      guard let hours = QuietHours(text) else { return false }
      config[keyPath: path] = hours
    case (.terminalForm(let path), .text(let text)):
      let form = TerminalNotice(rawValue: text)
      guard form != nil || text == "auto" else { return false }
      config[keyPath: path] = form
    case (.limitingFlag, _), (.command, _), (.quietHours, _), (.terminalForm, _): return false
    case (.limitingDuration, _), (.limitingByteCount, _), (.limitingCount, _): return false
    case (.duration, _), (.byteCount, _), (.detachKeys, _), (.flag, _), (.count, _), (.niceness, _):
      return false
    }
    return true
  }

  /// It is put between `#[` and `]`: nothing may end that, or be expanded.
  private static func isStyle(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789=,- #".unicodeScalars.contains(scalar))
      } && !text.contains(#/#(?![0-9A-Fa-f]{6})/#)
  }

  /// How a value is written, for messages.
  var example: String {
    switch target {
    case .duration: "\"30s\", \"5m\" or \"1h30m\""
    case .detachKeys: "'Ctrl-\\ d' or 'Ctrl-A q'"
    case .limitingDuration: "\"90d\" or \"12h\""
    case .limitingByteCount: "\"500MiB\" or \"2GiB\""
    case .limitingCount: "10000"
    case .byteCount: "\"512KiB\" or \"8MiB\""
    case .flag, .limitingFlag: "true or false"
    case .command: "'notify-send \"$HEADWAY_SUMMARY\"'"
    case .quietHours: "\"22:00-07:00\""
    case .theme: ThemeName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .terminalForm:
      (["auto"] + TerminalNotice.allCases.map(\.rawValue)).map { "\"\($0)\"" }
        .joined(separator: " or ")
    case .tmuxStyle: "\"fg=yellow,bold\" or \"fg=#ff8800\""
    case .count: "4"
    case .niceness: "10, or 0 for no change"
    }
  }
}
