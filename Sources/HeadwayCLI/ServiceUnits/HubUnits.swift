internal import HeadwayModel

/// The systemd units of the hub. With them, the user's service manager listens for the hub, starts
/// it, and leaves the jobs alone when the hub ends (systemd.socket(5), systemd.service(5)).
package struct HubUnits: Hashable, Sendable {
  package static let socketName = "headway.socket"
  package static let serviceName = "headway.service"

  /// The names of both units. Both must be enabled: the socket unit listens, and the service unit
  /// starts the hub at login.
  package static let names = [socketName, serviceName]

  package let files: [UnitFile]

  /// Makes the units. Nil if a path can't be in a unit, because it isn't absolute or contains a
  /// control character.
  ///
  /// - Parameters:
  /// - daemon: The path of `headwayd`.
  /// - program: The path of `headway`.
  /// - bridge: The path of `headway-bridge`; nil for no units of the bridge.
  /// - bridgeUnits: The units of the bridge.
  /// - socket: The path of the hub's socket.
  /// - environment: The places of this user's files.
  package init?(
    daemon: String, program: String, bridge: String? = nil, bridgeUnits: [BridgeUnit] = [],
    socket: String, environment: HubUnitEnvironment
  ) {
    let assignments = environment.assignments(socket: socket)
    let paths = [daemon, program, socket] + [bridge].compactMap(\.self)
    guard (paths + assignments.map(\.value)).allSatisfy(Self.isWritable) else { return nil }
    let bridgeFiles = bridge.map { bridge in
      bridgeUnits.map { UnitFile(name: $0.name, text: $0.text(bridge, assignments.map(\.text))) }
    }
    files =
      [
        UnitFile(name: Self.socketName, text: Self.socketText(environment.place(of: socket))),
        UnitFile(
          name: Self.serviceName,
          text: Self.serviceText(daemon, reloadedBy: program, assignments.map(\.text))),
      ] + (bridgeFiles ?? [])
  }

  /// Whether a path can be written in a unit.
  private static func isWritable(_ path: String) -> Bool {
    path.hasPrefix("/") && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private static func socketText(_ path: String) -> String {
    """
    \(UnitFile.signature)
    # Changes here are lost; use: systemctl --user edit \(socketName)
    [Unit]
    Description=Headway's socket

    [Socket]
    ListenStream=\(path)
    SocketMode=0600
    DirectoryMode=0700
    Backlog=4096
    # Programs that must not start a hub see by this link that connecting would start one.
    Symlinks="\(path).activated"
    RemoveOnStop=yes

    [Install]
    WantedBy=sockets.target

    """
  }

  private static func serviceText(
    _ daemon: String, reloadedBy program: String, _ assignments: [String]
  ) -> String {
    """
    \(UnitFile.signature)
    # Changes here are lost; use: systemctl --user edit \(serviceName)
    [Unit]
    Description=Headway's hub
    Requires=\(socketName)
    After=\(socketName)

    [Service]
    Type=notify
    ExecStart="\(escaped(daemon))"
    ExecReload="\(escaped(program))" hub reload
    \(assignments.map { "Environment=\"\($0)\"\n" }.joined())\
    Restart=on-failure
    # Queued tasks are processes of this service. They go on when the hub ends or crashes.
    # A task that runs out of memory ends no other task. The hub limits the number of tasks.
    KillMode=process
    OOMPolicy=continue
    TasksMax=infinity
    # The hub waits at most 30 s for programs to finish their work.
    TimeoutStopSec=45

    # The hub starts at login, because tasks may wait only for their time.
    [Install]
    WantedBy=default.target
    Also=\(socketName)

    """
  }

  /// Escapes a text for a quoted word of a unit. `%` is doubled, because it begins a specifier.
  static func escaped(_ text: String) -> String {
    doubled("%", in: String(text.flatMap { "\\\"".contains($0) ? ["\\", $0] : [$0] }))
  }

  /// Writes `character` twice wherever it occurs in `text`.
  static func doubled(_ character: Character, in text: String) -> String {
    String(text.flatMap { $0 == character ? [$0, $0] : [$0] })
  }
}

/// A unit file of the user's service manager (systemd.unit(5)), with the text that it should have.
package struct UnitFile: Hashable, Sendable {
  /// The name of the unit file, with its suffix.
  package let name: String
  package let text: String

  /// The state of an existing file with this name.
  package enum State: Hashable, Sendable {
    case missing
    case upToDate
    case outdated
    /// The file was written by somebody else.
    case foreign
  }

  /// The first line of every unit that Headway writes.
  package static let signature = "# Written by: headway hub install"

  /// The state of the existing file, compared with this one.
  ///
  /// - Parameter current: the text of the existing file. Nil if there is no file.
  package func state(given current: String?) -> State {
    guard let current else { return .missing }
    if current == text { return .upToDate }
    return current.hasPrefix(Self.signature) ? .outdated : .foreign
  }
}

/// The places of this user's files. The units name the ones that the service manager can't know.
package struct HubUnitEnvironment: Sendable {
  /// The directory that the specifier `%t` stands for.
  private let runtimeDirectory: String
  /// The variables for the user's own directories of config and state.
  private let homes: [Assignment]

  struct Assignment: Hashable, Sendable {
    let name: String
    let value: String

    /// The assignment for a quoted word.
    var text: String { "\(name)=\(HubUnits.escaped(value))" }
  }

  /// Reads the environment of `user`. Ignores relative paths, as everywhere (XDG Base Directory
  /// Specification).
  package init(user: UInt32, _ variable: (String) -> String?) {
    func absolute(_ name: String) -> Assignment? {
      variable(name).flatMap { $0.hasPrefix("/") ? Assignment(name: name, value: $0) : nil }
    }
    runtimeDirectory = absolute("XDG_RUNTIME_DIR")?.value ?? "/run/user/\(user)"
    homes = ["HEADWAY_STATE", "XDG_CONFIG_HOME", "XDG_STATE_HOME"].compactMap(absolute)
  }

  /// Returns the path of the socket, with the specifier for the runtime directory if the socket is
  /// at its usual place.
  func place(of socket: String) -> String {
    isUsual(socket) ? "%t" + Self.usualPlace : HubUnits.doubled("%", in: socket)
  }

  /// The variables that the service unit sets. An unusual socket is among them.
  func assignments(socket: String) -> [Assignment] {
    isUsual(socket) ? homes : homes + [Assignment(name: "HEADWAY_SOCKET", value: socket)]
  }

  /// Whether the units need no variable, since all files are at the usual places.
  package func isUsual(socket: String) -> Bool { assignments(socket: socket).isEmpty }

  private static let usualPlace = "/headway/hub.sock"

  private func isUsual(_ socket: String) -> Bool { socket == runtimeDirectory + Self.usualPlace }
}
