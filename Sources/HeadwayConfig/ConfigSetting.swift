import HeadwayCore

/// A value as the config file has it.
enum ConfigValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case count(Int)
}

/// A key of the config file: where its value goes, and how it is written.
struct ConfigSetting: Sendable {
  /// Puts a value where it belongs. Not a key path: to make one takes longer than to read a file.
  typealias Setter<Value> = @Sendable (inout HeadwayConfig, Value) -> Void

  enum Target: Sendable {
    case duration(Setter<Duration>)
    case limitingDuration(Setter<Duration?>)
    case byteCount(Setter<Int>)
    case limitingByteCount(Setter<Int?>)
    /// From 1 on, without an end.
    case limitingCount(Setter<Int?>)
    case flag(Setter<Bool>)
    /// From 1 on.
    case count(Setter<Int?>)
    /// nice(1), upwards.
    case niceness(Setter<Int>)
    case limitingFlag(Setter<Bool?>)
    /// For `sh -c`.
    case command(Setter<String?>)
    case quietHours(Setter<QuietHours?>)
    case terminalForm(Setter<TerminalNotice?>)
    case detachKeys(Setter<DetachKeys>)
    /// By its name.
    case theme(Setter<ThemeName>)
    /// By its name.
    case memoryPolicy(Setter<MemoryPolicy>)
    /// tmux(1), STYLES.
    case tmuxStyle(Setter<String>)
  }

  let section: String
  let key: String
  /// What it is for, in a line.
  let meaning: String
  let target: Target

  init(_ section: String, _ key: String, _ meaning: String, _ target: Target) {
    self.section = section
    self.key = key
    self.meaning = meaning
    self.target = target
  }

  /// Sets the value that `value` stands for; false when it stands for none.
  func set(_ value: ConfigValue, in config: inout HeadwayConfig) -> Bool {
    switch (target, value) {
    case (.duration(let set), .text(let text)):
      guard let duration = Duration(shortForm: text) else { return false }
      set(&config, duration)
    case (.limitingDuration(let set), .text(let text)):
      guard let duration = Duration(shortForm: text) else { return false }
      set(&config, duration)
    case (.limitingByteCount(let set), .text(let text)):
      guard let byteCount = ByteCount(text) else { return false }
      set(&config, byteCount.value)
    case (.limitingCount(let set), .count(let count)):
      guard count > 0 else { return false }
      set(&config, count)
    case (.byteCount(let set), .text(let text)):
      guard let byteCount = ByteCount(text) else { return false }
      set(&config, byteCount.value)
    case (.flag(let set), .flag(let isOn)): set(&config, isOn)
    case (.count(let set), .count(let count)):
      guard HeadwayConfig.counts.contains(count) else { return false }
      set(&config, count)
    case (.niceness(let set), .count(let niceness)):
      guard (0...19).contains(niceness) else { return false }
      set(&config, niceness)
    case (.detachKeys(let set), .text(let text)):
      guard let keys = DetachKeys(text) else { return false }
      set(&config, keys)
    case (.tmuxStyle(let set), .text(let text)):
      guard Self.isStyle(text) else { return false }
      set(&config, text)
    case (.theme(let set), .text(let text)):
      guard let theme = ThemeName(rawValue: text) else { return false }
      set(&config, theme)
    case (.memoryPolicy(let set), .text(let text)):
      guard let policy = MemoryPolicy(rawValue: text) else { return false }
      set(&config, policy)
    case (.tmuxStyle, _), (.theme, _), (.memoryPolicy, _): return false
    case (.limitingFlag(let set), .flag(let isOn)): set(&config, isOn)
    case (.command(let set), .text(let text)):
      guard text.contains(where: { !$0.isWhitespace }) else { return false }
      set(&config, text)
    case (.quietHours(let set), .text(let text)):
      guard let hours = QuietHours(text) else { return false }
      set(&config, hours)
    case (.terminalForm(let set), .text(let text)):
      let form = TerminalNotice(rawValue: text)
      guard form != nil || text == "auto" else { return false }
      set(&config, form)
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
    case .memoryPolicy:
      MemoryPolicy.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .terminalForm:
      (["auto"] + TerminalNotice.allCases.map(\.rawValue)).map { "\"\($0)\"" }
        .joined(separator: " or ")
    case .tmuxStyle: "\"fg=yellow,bold\" or \"fg=#ff8800\""
    case .count: "4"
    case .niceness: "10, or 0 for no change"
    }
  }
}
