import HeadwayConfig
import HeadwayModel
import HeadwayMonitor
import HeadwayRecognition
import HeadwaySystem

/// The user's config file, as commands read it.
///
/// A command that would do something wrong under wrong settings fails (``load()``). A command that
/// must go on regardless uses the defaults (``loadOrDefaults(_:)``).
enum UserConfig {
  /// Reads the config. A missing file gives the defaults. Throws a failure that names the wrong
  /// line.
  static func load() throws(CommandFailure) -> HeadwayConfig {
    try load { _ in }
  }

  /// Reads the config. The failure for a wrong file ends with `consequence`, such as "nothing was
  /// queued", in the language of the reader.
  static func load(orElse consequence: String) throws(CommandFailure) -> HeadwayConfig {
    do {
      return try load()
    } catch {
      throw CommandFailure("\(words(of: error)) (\(consequence))", status: .usage)
    }
  }

  /// Reads the config, or returns the defaults if the file is wrong. Prints the problem followed by
  /// `consequence`, which is in the language of the reader. Returns the printed line as `complaint`.
  static func loadOrDefaults(
    _ consequence: String
  ) -> (config: HeadwayConfig, complaint: String?) {
    do {
      return (try load(), nil)
    } catch {
      let complaint = "\(words(of: error)) (\(consequence))"
      StandardStreams.complain(complaint)
      return (HeadwayConfig(), complaint)
    }
  }

  /// Reads the config with the looks and keys of the monitor, or returns the defaults if the file
  /// is wrong, as ``loadOrDefaults(_:)`` does.
  static func loadForMonitor(
    _ consequence: String
  ) -> (config: HeadwayConfig, preferences: MonitorPreferences, complaint: String?) {
    do {
      let (config, preferences) = try forMonitor()
      return (config, preferences, nil)
    } catch {
      let complaint = "\(words(of: error)) (\(consequence))"
      StandardStreams.complain(complaint)
      return (HeadwayConfig(), MonitorPreferences(), complaint)
    }
  }

  private static func words(of error: CommandFailure) -> String {
    error.message ?? String(localized: "the config is wrong")
  }

  /// Reads the config with the looks and keys of the monitor.
  static func forMonitor() throws(CommandFailure) -> (HeadwayConfig, MonitorPreferences) {
    var preferences = MonitorPreferences()
    let config = try load { config throws(ConfigError) in
      preferences = try config.monitorPreferences()
    }
    return (config, preferences)
  }

  /// Checks the whole config, including resources and directories that don't exist on this machine.
  static func check() throws(CommandFailure) {
    _ = try load { config throws(ConfigError) in try config.checkOnThisMachine() }
  }

  /// The user's recognition rules. Throws a failure that names a wrong rule.
  static func rules() throws(CommandFailure) -> [RecognitionRule] {
    let config = try load { config throws(ConfigError) in try config.checkRules() }
    return config.recognise.compactMap { try? $0.compiled() }
  }

  /// Reads the file and runs `check` on it.
  private static func load(
    check: (HeadwayConfig) throws(ConfigError) -> Void
  ) throws(CommandFailure) -> HeadwayConfig {
    guard let path = HeadwayConfig.path(ProcessEnvironment.variable) else {
      return HeadwayConfig()
    }
    do {
      return try HeadwayConfig.load(path: path, check: check)
    } catch {
      throw CommandFailure("\(path): \(error)", status: .usage)
    }
  }
}

/// Checks that need this machine or the monitor.
extension HeadwayConfig {
  /// Checks the config against the resources and directories of this machine, and the looks and
  /// keys against the monitor.
  func checkOnThisMachine() throws(ConfigError) {
    _ = try monitorPreferences()
    try check(
      resources: Machine().resources, isDirectory: FileIdentity.isDirectory,
      problemOfRule: \.problem)
  }

  /// Checks the recognition rules alone, so that an unrelated mistake doesn't stop `headway
  /// recognise`.
  fileprivate func checkRules() throws(ConfigError) {
    var config = HeadwayConfig()
    config.recognise = recognise
    try config.check(resources: [:], isDirectory: { _ in true }, problemOfRule: \.problem)
  }
}

extension HeadwayConfig {
  /// The looks and keys of the user's own.
  ///
  /// - Throws: The first ``ConfigError``, with the key but without its place in the file.
  func monitorPreferences() throws(ConfigError) -> MonitorPreferences {
    do {
      return try MonitorPreferences(styles: styles, keys: keys)
    } catch {
      throw ConfigError(
        error.isUnknown ? .unknownKey : .wrongValue, in: [error.section.rawValue, error.name],
        error.message)
    }
  }
}

extension ThemeName {
  /// The theme with this name.
  var theme: Theme {
    switch self {
    case .terminal: .terminal
    case .dark: .dark
    case .light: .light
    case .highContrast: .highContrast
    case .mono: .mono
    }
  }
}

extension HeadwayConfig.Rule {
  /// The mistake in the rule's pattern. Nil for a correct pattern.
  fileprivate var problem: String? { RecognitionRule.problem(ofPattern: match) }

  /// The rule with its pattern compiled.
  func compiled() throws(PatternError) -> RecognitionRule {
    try RecognitionRule(named: name, pattern: match)
  }
}
