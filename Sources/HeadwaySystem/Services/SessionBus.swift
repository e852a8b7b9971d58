internal import Glibc

/// The D-Bus session bus that the environment names, and the user it belongs to.
///
/// Headway's helpers (`notify-send`, `systemctl --user`, `busctl --user`) connect to the bus. In a
/// kept environment, as after `sudo -E`, the bus may belong to another user.
package enum SessionBus {
  /// Returns the other user who owns the bus or `XDG_RUNTIME_DIR`. Nil if both are this user's or
  /// don't exist. An abstract address isn't checked.
  package static func foreignOwner(
    _ variable: (String) -> String? = ProcessEnvironment.variable
  ) -> UInt32? {
    let runtime = variable("XDG_RUNTIME_DIR").flatMap { $0.isEmpty ? nil : $0 }
    let bus = path(in: variable("DBUS_SESSION_BUS_ADDRESS") ?? "")
    return [bus, runtime].compactMap(\.self).lazy.compactMap(owner).first {
      $0 != ProcessEnvironment.user
    }
  }

  /// The path of the first address in the list (D-Bus Specification, Server Addresses).
  private static func path(in addresses: String) -> String? {
    let first = addresses.prefix { $0 != ";" }
    guard first.hasPrefix("unix:") else { return nil }
    let keys = first.dropFirst(5).split(separator: ",")
    return keys.first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) }
  }

  private static func owner(of path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
  }
}
