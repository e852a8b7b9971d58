import HeadwayModel

/// A value as TOML has it, before a setting gives it a meaning.
enum ConfigValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case count(Int)
}

/// A key of the config file: the property that it sets, and the form of its value.
///
/// ```swift
/// let setting = ConfigSetting(
///   "run", "grace", "time between SIGTERM and SIGKILL", .duration { $0.run.grace = $1 })
/// var config = HeadwayConfig()
/// setting.set(.text("10s"), in: &config)    // true
/// setting.set(.text("soon"), in: &config)   // false: nothing is set
/// ```
struct ConfigSetting: Sendable {
  /// A closure that stores a value in the config.
  ///
  /// A key path would be shorter to write, but making one takes longer than reading a whole file.
  typealias Setter<Value> = @Sendable (inout HeadwayConfig, Value) -> Void

  /// The property that a setting stores to, by the form of its value.
  ///
  /// The forms called *limiting* store nil as long as the file has no such key.
  enum Target: Sendable {
    /// A time such as `"1h30m"`.
    case duration(Setter<Duration>)
    /// A time, for a property that is nil by default.
    case limitingDuration(Setter<Duration?>)
    /// A time that is `atLeast` so long.
    case pause(atLeast: Duration, Setter<Duration>)
    /// An absolute path, for a property that is nil by default.
    case path(Setter<String?>)
    /// A number of bytes such as `"8MiB"` (``ByteCount``).
    case byteCount(Setter<Int>)
    /// A number of bytes, for a property that is nil by default.
    case limitingByteCount(Setter<Int?>)
    /// A whole number, at least 1, without an upper limit.
    case limitingCount(Setter<Int?>)
    case flag(Setter<Bool>)
    /// A whole number within ``SlotLimit/counts``, or `"unlimited"`.
    case slots(Setter<SlotLimit?>)
    /// A whole number, 0…19, that is added to the niceness (nice(1)).
    case niceness(Setter<Int>)
    /// A whole number, 0…100.
    case percent(Setter<Int>)
    /// A `true` or `false`, for a property that is nil by default.
    case limitingFlag(Setter<Bool?>)
    /// A script for `sh -c`, which isn't blank.
    case command(Setter<String?>)
    /// A part of the day, such as `"22:00-07:00"`.
    case quietHours(Setter<QuietHours?>)
    /// The name of a terminal sequence; `"auto"` stores nil.
    case terminalForm(Setter<TerminalNotice?>)
    /// Two keys, such as `'Ctrl-A q'`.
    case detachKeys(Setter<DetachKeys>)
    /// The name of a theme.
    case theme(Setter<ThemeName>)
    /// The name of a set of glyphs.
    case glyphs(Setter<GlyphChoice>)
    /// The name of a width of ambiguous characters.
    case ambiguous(Setter<AmbiguousChoice>)
    /// The name of a policy.
    case memoryPolicy(Setter<MemoryPolicy>)
    /// The name of a choice of jobs.
    case slurmWatch(Setter<SlurmWatch>)
    /// The address of a broker.
    case broker(Setter<BrokerURL?>)
    /// A name of letters, digits, `.`, `_` and `-`, of at most 64 bytes.
    case name(Setter<String?>)
    /// A style in the words of tmux (tmux(1), STYLES).
    case tmuxStyle(Setter<String>)
  }

  let section: String
  let key: String
  /// The purpose of the setting, for the help text, on one line.
  let meaning: String
  let target: Target

  init(_ section: String, _ key: String, _ meaning: String, _ target: Target) {
    self.section = section
    self.key = key
    self.meaning = meaning
    self.target = target
  }

  /// Stores `value` in `config`. Returns false, and stores nothing, if the setting has no such
  /// value.
  func set(_ value: ConfigValue, in config: inout HeadwayConfig) -> Bool {
    switch (target, value) {
    case (.duration(let set), .text(let text)):
      guard let duration = Duration(shortForm: text) else { return false }
      set(&config, duration)
    case (.pause(let least, let set), .text(let text)):
      guard let duration = Duration(shortForm: text), duration >= least else { return false }
      set(&config, duration)
    case (.path(let set), .text(let text)):
      guard text.hasPrefix("/"), text.utf8.count < 4096, !text.utf8.contains(0) else {
        return false
      }
      set(&config, text)
    case (.broker(let set), .text(let text)):
      guard let url = BrokerURL(text) else { return false }
      set(&config, url)
    case (.name(let set), .text(let text)):
      guard FleetName.isValid(text) else { return false }
      set(&config, text)
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
    case (.slots(let set), .count(let count)):
      guard SlotLimit.counts.contains(count) else { return false }
      set(&config, .count(count))
    case (.slots(let set), .text(let text)):
      guard text == SlotLimit.unlimited.text else { return false }
      set(&config, .unlimited)
    case (.niceness(let set), .count(let niceness)):
      guard (0...19).contains(niceness) else { return false }
      set(&config, niceness)
    case (.percent(let set), .count(let percent)):
      guard (0...100).contains(percent) else { return false }
      set(&config, percent)
    case (.detachKeys(let set), .text(let text)):
      guard let keys = DetachKeys(text) else { return false }
      set(&config, keys)
    case (.tmuxStyle(let set), .text(let text)):
      guard Self.isStyle(text) else { return false }
      set(&config, text)
    case (.glyphs(let set), .text(let text)):
      guard let glyphs = GlyphChoice(rawValue: text) else { return false }
      set(&config, glyphs)
    case (.ambiguous(let set), .text(let text)):
      guard let width = AmbiguousChoice(rawValue: text) else { return false }
      set(&config, width)
    case (.theme(let set), .text(let text)):
      guard let theme = ThemeName(rawValue: text) else { return false }
      set(&config, theme)
    case (.memoryPolicy(let set), .text(let text)):
      guard let policy = MemoryPolicy(rawValue: text) else { return false }
      set(&config, policy)
    case (.slurmWatch(let set), .text(let text)):
      guard let watch = SlurmWatch(rawValue: text) else { return false }
      set(&config, watch)
    // The switch has no `default`: a new form of value must be handled here.
    case (.broker, _), (.name, _), (.tmuxStyle, _), (.theme, _), (.glyphs, _), (.memoryPolicy, _),
      (.slurmWatch, _), (.ambiguous, _):
      return false
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
    case (.limitingDuration, _), (.limitingByteCount, _), (.limitingCount, _), (.percent, _):
      return false
    case (.pause, _), (.path, _): return false
    case (.duration, _), (.byteCount, _), (.detachKeys, _), (.flag, _), (.slots, _), (.niceness, _):
      return false
    }
    return true
  }

  /// Returns whether `text` can stand between `#[` and `]` in a tmux format.
  ///
  /// Nothing in it may end that, or be expanded by tmux: only ASCII letters, digits, `=`, `,`, `-`
  /// and spaces, and `#` only before a colour of six hexadecimal digits. 200 bytes at most.
  private static func isStyle(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789=,- #".unicodeScalars.contains(scalar))
      } && !text.contains(#/#(?![0-9A-Fa-f]{6})/#)
  }

  /// An example of a value in English, for the help text and for error messages.
  var example: String {
    switch target {
    case .duration: String(wire: "\"30s\", \"5m\" or \"1h30m\"")
    case .pause(let least, _): String(wire: "\"1m\", at least \(least.components.seconds) s")
    case .path: String(wire: "\"/shared/headway\", an absolute path")
    case .detachKeys: String(wire: "'Ctrl-\\ d' or 'Ctrl-A q'")
    case .limitingDuration: String(wire: "\"90d\" or \"12h\"")
    case .limitingByteCount: String(wire: "\"500MiB\" or \"2GiB\"")
    case .limitingCount: "10000"
    case .byteCount: String(wire: "\"512KiB\" or \"8MiB\"")
    case .flag, .limitingFlag: String(wire: "true or false")
    case .command: "'notify-send \"$HEADWAY_SUMMARY\"'"
    case .quietHours: "\"22:00-07:00\""
    case .glyphs: GlyphChoice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .ambiguous: AmbiguousChoice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .theme: ThemeName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .memoryPolicy:
      MemoryPolicy.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .slurmWatch: SlurmWatch.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    case .terminalForm:
      (["auto"] + TerminalNotice.allCases.map(\.rawValue)).map { "\"\($0)\"" }
        .joined(separator: ", ")
    case .broker: "\"mqtts://broker.example.org\""
    case .name: String(wire: "\"ada\", of letters, digits and . _ -")
    case .tmuxStyle: String(wire: "\"fg=yellow,bold\" or \"fg=#ff8800\"")
    case .slots: String(wire: "4, 0 (paused) or \"unlimited\"")
    case .niceness: String(wire: "10, or 0 for no change")
    case .percent: String(wire: "50, from 0 to 100")
    }
  }
}

/// The characters of the monitor, as `[monitor] glyphs` has them.
package enum GlyphChoice: String, Hashable, Sendable, CaseIterable {
  /// The richest set that the locale and the kind of terminal can show.
  case auto
  case unicode, narrow, ascii
}

/// The width of characters that East Asian fonts may draw in two columns (`·`, `…`, `○`, Greek,
/// Cyrillic), as `[monitor] ambiguous` has it.
package enum AmbiguousChoice: String, Hashable, Sendable, CaseIterable {
  /// Whatever the terminal answers, or `RUNEWIDTH_EASTASIAN` says.
  case auto
  /// Always one column.
  case narrow
  /// Always two columns.
  case wide
}

/// The name of a theme of the monitor, as `[monitor] theme` has it.
///
/// The raw values are the words in the config file.
package enum ThemeName: String, Hashable, CaseIterable, Sendable {
  case terminal, dark, light
  case highContrast = "high-contrast"
  case mono
}

/// A number of bytes as people write it in the config file: `4096`, `512KiB`, `8MiB`, `8MB`.
struct ByteCount {
  /// The number of bytes, at least 0.
  let value: Int

  /// Reads decimal digits with a unit behind them, without a space.
  ///
  /// The units are `B`, the IEC ones (`KiB`, `MiB`, `GiB`) and the SI ones (`kB` or `KB`, `MB`,
  /// `GB`: powers of 1000). Nil for anything else, and for more than an `Int` holds.
  ///
  /// ```swift
  /// ByteCount("8MiB")?.value   // 8_388_608
  /// ByteCount("8 MiB")         // nil
  /// ```
  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), let unit = Self.bytes(in: text.dropFirst(digits.count)) else {
      return nil
    }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    if overflow { return nil }
    value = product
  }

  /// The number of bytes in a unit; nil for an unknown one.
  private static func bytes(in unit: Substring) -> Int? {
    switch unit {
    case "", "B": 1
    case "kB", "KB": 1000
    case "MB": 1_000_000
    case "GB": 1_000_000_000
    case "KiB": 1 << 10
    case "MiB": 1 << 20
    case "GiB": 1 << 30
    default: nil
    }
  }
}
