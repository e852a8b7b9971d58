import HeadwayCore

extension HeadwayConfig {
  /// What is well written, but can't work on this machine: handlers that need what it doesn't have,
  /// rules that are no regular expressions. The error names the key, without its place in the file.
  ///
  /// - Parameters:
  ///   - resources: what the machine has of itself; the config's own count goes before that.
  ///   - isDirectory: whether a path leads to one.
  ///   - problemOfRule: what is wrong with a rule; nil for nothing.
  package func check(
    resources: [String: Int], isDirectory: (String) -> Bool, problemOfRule: (Rule) -> String?
  ) throws(ConfigError) {
    let known = resources.merging(self.resources) { $1 }
    for (name, handler) in permitted.entries {
      for (resource, count) in handler.needs.sorted(by: { $0.key < $1.key })
      where count > known[resource, default: 0] {
        throw .unworkable(
          name, "needs",
          " \(count) of \(SanitisedText(resource)), and this machine has "
            + "\(known[resource, default: 0]); ask for less, or declare it under [resources]")
      }
      if let directory = handler.directory, !isDirectory(directory) {
        throw .unworkable(
          name, "directory",
          ": there is none at \(SanitisedText(directory, limit: .line)); make it, or name another")
      }
    }
    for rule in recognise {
      if let problem = problemOfRule(rule) { throw .unusable(rule, problem) }
    }
  }
}

extension ConfigError {
  /// Of the handler of an identifier.
  fileprivate static func unworkable(
    _ identifier: String, _ key: String, _ problem: String
  ) -> ConfigError {
    ConfigError(
      .wrongValue, in: [Permissions.section, identifier, key],
      "[\(Permissions.section).\"\(SanitisedText(identifier))\"] \(key)\(problem)")
  }

  fileprivate static func unusable(
    _ rule: HeadwayConfig.Rule, _ problem: String
  ) -> ConfigError {
    ConfigError(
      .wrongValue, in: [HeadwayConfig.Rule.section, rule.name, HeadwayConfig.Rule.key],
      "[\(HeadwayConfig.Rule.section).\(SanitisedText(rule.name))] match: "
        + SanitisedText(problem, limit: .line).string)
  }
}
