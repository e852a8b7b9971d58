import HeadwayConfig
import HeadwayRecognition
import HeadwaySystem

/// The config file of this user.
enum UserConfig {
  /// The defaults where there is none. A wrong one is named, with the line that is.
  static func load() throws(CommandFailure) -> HeadwayConfig {
    try load { _ in }
  }

  /// Where the file is wrong, the failure says what that means.
  static func load(orElse consequence: String) throws(CommandFailure) -> HeadwayConfig {
    do {
      return try load()
    } catch {
      throw CommandFailure(
        "\(error.message ?? "the config is wrong") (\(consequence))", status: .usage)
    }
  }

  /// The defaults where the file is wrong, which is said with what goes on nevertheless; the words.
  static func loadOrDefaults(
    _ consequence: String
  ) -> (config: HeadwayConfig, complaint: String?) {
    do {
      return (try load(), nil)
    } catch {
      let complaint = "\(error.message ?? "the config is wrong") (\(consequence))"
      StandardStreams.complain(complaint)
      return (HeadwayConfig(), complaint)
    }
  }

  /// Of all of it, also what can't work on this machine.
  static func check() throws(CommandFailure) {
    _ = try load { config throws(ConfigError) in try config.checkOnThisMachine() }
  }

  /// The user's own rules of recognition. A wrong one is named.
  static func rules() throws(CommandFailure) -> [RecognitionRule] {
    let config = try load { config throws(ConfigError) in try config.checkRules() }
    return config.recognise.compactMap { try? $0.compiled() }
  }

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

extension HeadwayConfig {
  func checkOnThisMachine() throws(ConfigError) {
    try check(
      resources: Machine().resources, isDirectory: FileIdentity.isDirectory,
      problemOfRule: \.problem)
  }

  /// Whatever else can't work.
  fileprivate func checkRules() throws(ConfigError) {
    var config = HeadwayConfig()
    config.recognise = recognise
    try config.check(resources: [:], isDirectory: { _ in true }, problemOfRule: \.problem)
  }
}

extension HeadwayConfig.Rule {
  fileprivate var problem: String? { RecognitionRule.problem(ofPattern: match) }

  func compiled() throws(PatternError) -> RecognitionRule {
    try RecognitionRule(named: name, pattern: match)
  }
}
