import HeadwayConfig
import HeadwayModel

/// The machines of the user's config.
enum Hosts {
  /// The machine with this name, as the config describes it.
  ///
  /// - Throws: a failure that names the wrong line of the config.
  static func named(_ name: HostName) throws(CommandFailure) -> Host {
    try UserConfig.load().host(name)
  }

  /// The machines that `--host all` stands for.
  static func watched() throws(CommandFailure) -> [Host] {
    let config = try UserConfig.load()
    return config.watchedHosts.map(config.host)
  }

  /// The machines that `--host all` stands for, and those that have a section of their own.
  static func all() throws(CommandFailure) -> [Host] {
    let config = try UserConfig.load()
    let others = config.hosts.keys.filter { !config.watchedHosts.contains($0) }
    return (config.watchedHosts + others.sorted { $0.name < $1.name }).map(config.host)
  }
}
