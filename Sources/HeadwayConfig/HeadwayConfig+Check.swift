import HeadwayCore

extension HeadwayConfig {
  /// What is well written, but can't work on this machine: handlers that need what it doesn't have.
  ///
  /// - Parameters:
  ///   - resources: what the machine has of itself; the config's own count goes before that.
  ///   - isDirectory: whether a path leads to one.
  package func check(
    resources: [String: Int], isDirectory: (String) -> Bool
  ) throws(ConfigError) {
    let known = resources.merging(self.resources) { $1 }
    for (name, handler) in permitted.entries {
      let place = "[\(Permissions.section).\"\(SanitisedText(name))\"]"
      for (resource, count) in handler.needs.sorted(by: { $0.key < $1.key })
      where count > known[resource, default: 0] {
        throw ConfigError(
          .wrongValue,
          "\(place) needs \(count) of \(SanitisedText(resource)), and this machine has "
            + "\(known[resource, default: 0]); ask for less, or declare it under [resources]")
      }
      if let directory = handler.directory, !isDirectory(directory) {
        throw ConfigError(
          .wrongValue,
          "\(place) directory: there is none at \(SanitisedText(directory, limit: .line)); make it, "
            + "or name another")
      }
    }
  }
}
