internal import HeadwayModel

/// The unit that systemd counts a process to, by its cgroup (cgroups(7)).
package enum ProcessPlace: Hashable, Sendable {
  /// A service of the user's own manager.
  case service
  /// A login session.
  case session
  /// Neither: a container, a job of cron's, or no systemd at all.
  case elsewhere

  /// - Parameter text: of `/proc/PID/cgroup`. Of several hierarchies systemd's own counts.
  package init(cgroup text: String) {
    let lines = text.split(separator: "\n")
    let paths = [":name=systemd:", "0::"].compactMap { mark in
      lines.first { $0.hasPrefix(mark) || $0.drop(while: \.isNumber).hasPrefix(mark) }
        .map { $0.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false) }
    }
    let places = paths.compactMap { $0.last }.map(Self.place)
    self = places.first { $0 != .elsewhere } ?? .elsewhere
  }

  private static func place(of path: Substring) -> ProcessPlace {
    let parts = path.split(separator: "/")
    if parts.contains(where: { $0.hasPrefix("session-") && $0.hasSuffix(".scope") }) {
      return .session
    }
    let isUsers = parts.contains { $0.hasPrefix("user@") && $0.hasSuffix(".service") }
    return isUsers || parts.last.map(String.init) == HubUnits.serviceName ? .service : .elsewhere
  }
}
