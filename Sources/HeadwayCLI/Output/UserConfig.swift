import HeadwayConfig
import HeadwayRecognition
import HeadwaySystem

/// The config file of this user.
enum UserConfig {
  /// The defaults where there is none. A wrong one is named, with the line that is.
  static func load() throws(CommandFailure) -> HeadwayConfig {
    guard let path = HeadwayConfig.path(ProcessEnvironment.variable) else {
      return HeadwayConfig()
    }
    do {
      return try HeadwayConfig.load(path: path)
    } catch {
      throw CommandFailure("\(path): \(error)", status: .usage)
    }
  }

  /// Of all of it, also what the hub doesn't look at.
  static func check() throws(CommandFailure) { _ = try rules() }

  /// The user's own rules of recognition. A wrong one is named.
  static func rules() throws(CommandFailure) -> [RecognitionRule] {
    var rules: [RecognitionRule] = []
    for rule in try load().recognise {
      do {
        rules.append(try rule.compiled())
      } catch {
        throw CommandFailure("[recognise.\(rule.name)] match: \(error)", status: .usage)
      }
    }
    return rules
  }
}

extension HeadwayConfig.Rule {
  func compiled() throws(PatternError) -> RecognitionRule {
    try RecognitionRule(named: name, pattern: match)
  }
}
