import HeadwayModel

extension HeadwayConfig {
  /// Finds settings that are well written but can't work on this machine.
  ///
  /// These are handlers that need more of a resource than there is, handlers in a directory that
  /// doesn't exist, and rules that are no regular expressions. Decoding can't find them: this
  /// module knows neither the machine nor the recogniser, so the caller passes both in.
  ///
  /// ```swift
  /// let config = try HeadwayConfig.load(path: path) { config throws(ConfigError) in
  ///   try config.check(
  ///     resources: ["gpu": 1], isDirectory: isDirectory,
  ///     problemOfRule: { RecognitionRule.problem(ofPattern: $0.match) })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - resources: The units that the machine has of each resource. A count in the config goes
  ///     before them.
  ///   - isDirectory: Whether a path leads to a directory.
  ///   - problemOfRule: The fault of a rule in words; nil if there is none.
  /// - Throws: The first ``ConfigError``, with the key but without its place in the file.
  package func check(
    resources: [String: Int], isDirectory: (String) -> Bool, problemOfRule: (Rule) -> String?
  ) throws(ConfigError) {
    let known = resources.merging(self.resources) { $1 }
    for (name, handler) in permitted.entries {
      for (resource, count) in handler.needs.sorted(by: { $0.key < $1.key })
      where count > known[resource, default: 0] {
        let (section, resource, has) = (
          ConfigError.section(of: name), SanitisedText(resource), known[resource, default: 0]
        )
        throw .unworkable(
          name, "needs",
          String(
            wire: """
              \(section) needs \(count) of \(resource), and this machine has \(has); ask for less, or \
              declare it under [resources]
              """))
      }
      if let directory = handler.directory, !isDirectory(directory) {
        let (section, path) = (
          ConfigError.section(of: name), SanitisedText(directory, limit: .line)
        )
        throw .unworkable(
          name, "directory",
          String(wire: "\(section) directory: there is none at \(path); make it, or name another"))
      }
    }
    for rule in recognise {
      if let problem = problemOfRule(rule) { throw .unusable(rule, problem) }
    }
  }
}

extension ConfigError {
  /// The error for a key of the handler of an identifier.
  fileprivate static func unworkable(
    _ identifier: String, _ key: String, _ problem: String
  ) -> ConfigError {
    ConfigError(.wrongValue, in: [Permissions.section, identifier, key], problem)
  }

  /// The section of an identifier, as errors name it.
  fileprivate static func section(of identifier: String) -> String {
    "[\(Permissions.section).\"\(SanitisedText(identifier))\"]"
  }

  /// The error for a rule whose expression doesn't compile. The problem quotes PCRE2, and is
  /// sanitised.
  fileprivate static func unusable(
    _ rule: HeadwayConfig.Rule, _ problem: String
  ) -> ConfigError {
    let (name, problem) = (SanitisedText(rule.name), SanitisedText(problem, limit: .line))
    return ConfigError(
      .wrongValue, in: [HeadwayConfig.Rule.section, rule.name, HeadwayConfig.Rule.key],
      String(wire: "[recognise.\(name)] match: \(problem)"))
  }
}
