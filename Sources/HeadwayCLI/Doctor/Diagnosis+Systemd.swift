internal import HeadwayModel

/// The condition of the systemd units.
package struct UnitCondition: Hashable, Sendable {
  /// The state of each file.
  package var states: [UnitFile.State]
  package var isEnabled: Bool
  package var isActive: Bool
  /// Whether a hub runs that systemd didn't start.
  package var isBypassed: Bool
  /// Whether a package has brought units that do for this user. Then a file of the user's own only
  /// hides one of them.
  package var arePackaged: Bool

  package init(
    states: [UnitFile.State], isEnabled: Bool, isActive: Bool, isBypassed: Bool,
    arePackaged: Bool = false
  ) {
    self.states = states
    self.arePackaged = arePackaged
    self.isEnabled = isEnabled
    self.isActive = isActive
    self.isBypassed = isBypassed
  }
}

/// The facts that decide whether a hub outlives its user's logout.
package struct LogoutCondition: Hashable, Sendable {
  /// Whether systemd is the init system.
  package var hasSystemd: Bool
  /// The place of the hub, or of the hub that the next command would start.
  package var place: ProcessPlace
  /// Whether the user's services go on after the last logout. Nil if unknown.
  package var lingers: Bool?
  /// Whether logind ends a person's processes at logout. Nil if unknown.
  package var endsSessions: Bool?
  /// Whether the socket is in the runtime directory, which logind removes at the last logout.
  package var isInRuntimeDirectory: Bool

  package init(
    hasSystemd: Bool, place: ProcessPlace, lingers: Bool?, endsSessions: Bool?,
    isInRuntimeDirectory: Bool
  ) {
    self.hasSystemd = hasSystemd
    self.place = place
    self.lingers = lingers
    self.endsSessions = endsSessions
    self.isInRuntimeDirectory = isInRuntimeDirectory
  }
}

extension Diagnosis {
  /// The result for the systemd units.
  ///
  /// - Parameter units: nil if the user has no service manager here.
  package static func systemd(_ units: UnitCondition?) -> Diagnosis {
    guard let units else {
      return Diagnosis(
        "systemd", .ok,
        String(
          localized: "no systemd runs services for you here; commands start the hub; \(returns)"))
    }
    let hasOwn = units.states.contains { $0 != .missing }
    if units.arePackaged, hasOwn {
      return Diagnosis(
        "systemd", .warning, String(localized: "units of your own hide those of the package"),
        advice: units.states.contains(.foreign)
          ? String(localized: "remove them from ~/.config/systemd/user") : install)
    }
    if !hasOwn, !units.arePackaged || !units.isEnabled {
      return Diagnosis(
        "systemd", .ok, String(localized: "commands start the hub; \(returns)"),
        advice: String(localized: "to have systemd start it at once: headway hub install --now"))
    }
    if units.states.contains(.foreign) {
      return Diagnosis("systemd", .ok, String(localized: "the units are your own"))
    }
    guard units.arePackaged || units.states.allSatisfy({ $0 == .upToDate }), units.isEnabled
    else {
      return Diagnosis(
        "systemd", .warning,
        String(localized: "the units differ from this version's, or aren't enabled"),
        advice: install)
    }
    guard units.isActive else {
      return Diagnosis(
        "systemd", .warning, String(localized: "\(HubUnits.socketName) isn't listening"),
        advice: install)
    }
    guard !units.isBypassed else {
      return Diagnosis(
        "systemd", .warning,
        String(localized: "systemd listens, but it didn't start the running hub"),
        advice: String(
          localized: "headway hub stop, then: systemctl --user restart \(HubUnits.socketName)"))
    }
    return Diagnosis(
      "systemd", .ok, String(localized: "systemd starts the hub: \(HubUnits.socketName) listens"))
  }

  /// The result for logout: whether the hub goes on afterwards (logind.conf(5), loginctl(1)).
  package static func logout(_ logout: LogoutCondition) -> Diagnosis {
    guard logout.hasSystemd else {
      return Diagnosis(
        "logout", .ok, String(localized: "no logind here: nothing ends the hub when you log out"))
    }
    return switch logout.place {
    case .elsewhere:
      Diagnosis("logout", .ok, String(localized: "the hub isn't part of a session: it goes on"))
    case .service: ofService(logout.lingers)
    case .session: ofSession(logout)
    }
  }

  /// The end of a sentence about a hub that is killed while all tasks wait. Running tasks and open
  /// monitors start the next hub themselves.
  private static var returns: String {
    String(localized: "if the hub is killed while all tasks wait, the next command starts it again")
  }

  private static let install = "headway hub install --now"
  private static let linger = "loginctl enable-linger"

  /// The result for a hub in a service of the user's manager, which ends after the last logout
  /// unless the user's services linger.
  private static func ofService(_ lingers: Bool?) -> Diagnosis {
    switch lingers {
    case true?: Diagnosis("logout", .ok, String(localized: "the hub goes on: your services linger"))
    case false?:
      Diagnosis(
        "logout", .warning,
        String(localized: "the hub and queued tasks end after your last logout"),
        advice: String(localized: "to keep them: \(linger)"))
    case nil:
      Diagnosis(
        "logout", .warning,
        String(localized: "Headway can't tell whether your services go on after your last logout"),
        advice: String(localized: "to be sure: \(linger)"))
    }
  }

  /// The result for a hub in the scope of a login. The hub ends at logout, or loses its socket's
  /// directory, or goes on.
  private static func ofSession(_ logout: LogoutCondition) -> Diagnosis {
    if logout.endsSessions == true {
      return Diagnosis(
        "logout", .warning,
        String(
          localized: "logind ends the hub and tasks with their session (KillUserProcesses=yes)"),
        advice: String(
          localized:
            "\(install); \(linger); start tasks with: systemd-run --user --scope headway run"))
    }
    guard logout.isInRuntimeDirectory, logout.lingers != true else {
      return Diagnosis("logout", .ok, String(localized: "the hub and tasks go on"))
    }
    return Diagnosis(
      "logout", .warning,
      String(
        localized: """
          the hub and tasks go on, but out of reach until you log in again: logind removes the \
          socket
          """),
      advice: String(localized: "to keep it: \(linger)"))
  }
}

/// The kind of unit to which a process belongs, according to its control group (cgroups(7)).
package enum ProcessPlace: Hashable, Sendable {
  /// A service of the user's own manager.
  case service
  /// A scope of logind: the processes that a person started after a login.
  case session
  /// Neither of the two: for example a container, a cron job, or a system without systemd.
  case elsewhere

  /// Finds the place in the text of `/proc/PID/cgroup`. Of several hierarchies, only the ones that
  /// systemd uses count.
  ///
  /// - Parameter text: the contents of the file.
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
