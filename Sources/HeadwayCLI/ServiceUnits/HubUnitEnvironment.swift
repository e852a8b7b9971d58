internal import HeadwayModel

/// What the service manager can't know of where this user's files are.
package struct HubUnitEnvironment: Sendable {
  /// Where its specifier `%t` leads.
  private let runtimeDirectory: String
  private let homes: [Assignment]

  struct Assignment: Hashable, Sendable {
    let name: String
    let value: String

    /// For a quoted word.
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

  /// By the specifier for the runtime directory, where the socket is at its usual place below it.
  func place(of socket: String) -> String {
    isUsual(socket) ? "%t" + Self.usualPlace : HubUnits.doubled("%", in: socket)
  }

  func assignments(socket: String) -> [Assignment] {
    isUsual(socket) ? homes : homes + [Assignment(name: "HEADWAY_SOCKET", value: socket)]
  }

  private static let usualPlace = "/headway/hub.sock"

  private func isUsual(_ socket: String) -> Bool { socket == runtimeDirectory + Self.usualPlace }
}
