internal import HeadwayModel

/// The places of this user's files that the service manager can't know.
package struct HubUnitEnvironment: Sendable {
  /// The directory that the specifier `%t` stands for.
  private let runtimeDirectory: String
  private let homes: [Assignment]

  struct Assignment: Hashable, Sendable {
    let name: String
    let value: String

    /// The assignment for a quoted word.
    var text: String { "\(name)=\(HubUnits.escaped(value))" }
  }

  /// Relative paths are passed over, as everywhere (XDG Base Directory Specification).
  package init(user: UInt32, _ variable: (String) -> String?) {
    func absolute(_ name: String) -> Assignment? {
      variable(name).flatMap { $0.hasPrefix("/") ? Assignment(name: name, value: $0) : nil }
    }
    runtimeDirectory = absolute("XDG_RUNTIME_DIR")?.value ?? "/run/user/\(user)"
    homes = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"].compactMap(absolute)
  }

  /// Returns the path of the socket, with the specifier for the runtime directory if the socket is
  /// at its usual place.
  func place(of socket: String) -> String {
    isUsual(socket) ? "%t" + Self.usualPlace : HubUnits.doubled("%", in: socket)
  }

  func assignments(socket: String) -> [Assignment] {
    isUsual(socket) ? homes : homes + [Assignment(name: "HEADWAY_SOCKET", value: socket)]
  }

  private static let usualPlace = "/headway/hub.sock"

  private func isUsual(_ socket: String) -> Bool { socket == runtimeDirectory + Self.usualPlace }
}
