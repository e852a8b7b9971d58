package import HeadwayModel
import TOMLKit

/// The sections of other machines: `[hosts]` and `[host.NAME]`.
///
/// ```swift
/// // [hosts]
/// // watch = ["build1", "gpu2"]
/// // tell = true
/// // [host.gpu2]
/// // ssh = "ada@gpu2.example.org"
/// // command = "/opt/headway/bin/headway"
/// ```
enum Hosts {
  static let list = "hosts"
  static let section = "host"
  private static let watch = "watch"
  private static let tell = "tell"
  /// The greatest number of machines.
  static let limit = 256

  /// Decodes `[hosts]`: the names of the machines that `all` stands for, and whether the monitor
  /// shows their notifications.
  ///
  /// - Throws: ``ConfigError`` for another key, for a value that is no list of names, and for one
  ///   that is neither true nor false.
  static func list(
    _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> (names: [HostName], tells: Bool) {
    guard let table = value?.table, Set(table.keys).isSubset(of: [watch, tell]) else {
      throw wrongList()
    }
    let entries = table[watch].map { Array($0.array ?? TOMLArray()) } ?? []
    guard table[watch] == nil || table[watch]?.array != nil, entries.count <= limit else {
      throw wrongList()
    }
    var names: [HostName] = []
    for element in entries {
      guard let name = element.string.flatMap({ HostName($0) }), !names.contains(name) else {
        throw wrongList()
      }
      names.append(name)
    }
    guard let tells = table[tell] else { return (names, false) }
    guard let tells = tells.bool else { throw wrongList() }
    return (names, tells)
  }

  /// Decodes the `[host.NAME]` tables. Each has at least one of the keys `ssh` and `command`.
  ///
  /// - Throws: ``ConfigError`` for anything else.
  static func tables(
    _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [HostName: Host] {
    guard let table = value?.table, table.count <= limit else { throw wrong([]) }
    var hosts: [HostName: Host] = [:]
    for name in table.keys.sorted() {
      guard let hostName = HostName(name), let entry = table[name]?.table, !entry.isEmpty else {
        throw wrong([name])
      }
      var host = Host(hostName)
      for key in entry.keys.sorted() {
        let text = entry[key]?.string
        switch key {
        case "ssh":
          guard let destination = text.flatMap({ HostName($0) }) else { throw wrong([name, key]) }
          host.destination = destination
        case "command":
          guard let text, Host.isProgram(text) else { throw wrong([name, key]) }
          host.program = text
        default: throw wrong([name, key])
        }
      }
      hosts[hostName] = host
    }
    return hosts
  }

  private static func wrongList() -> ConfigError {
    ConfigError(
      .wrongValue, in: [list],
      String(
        wire: """
          [hosts] isn't understood; write watch = ["build1", "build2"], \(limit) names that ssh \
          knows at most, and tell = true or false
          """))
  }

  private static func wrong(_ path: [String]) -> ConfigError {
    ConfigError(
      .wrongValue, in: [section] + path,
      String(
        wire: """
          a host isn't understood; write it like [host.gpu2] with ssh = "ada@gpu2.example.org" or \
          command = "/opt/headway/bin/headway"
          """))
  }
}

extension HeadwayConfig {
  /// The machine with this name. A machine without a section is what ssh knows under the name.
  package func host(_ name: HostName) -> Host { hosts[name] ?? Host(name) }
}
