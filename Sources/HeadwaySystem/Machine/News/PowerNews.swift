import CHeadwaySystem
import SystemPackage

/// Tells when a power supply has changed: plugged in, unplugged, low (the kernel's device events).
package final class PowerNews: KernelNews {
  private let socket: NetlinkSocket

  /// Fails too where the kernel tells nobody: in a user namespace of a container.
  package init() throws(SystemError) {
    guard !UserNamespace.isOwn else { throw SystemError("device events", .notPermitted) }
    socket = try NetlinkSocket(opening: "netlink of devices", headway_netlink_devices()) {
      DeviceEvent.isOfPowerSupply($0)
    }
  }

  package var descriptor: CInt { socket.descriptor.raw }

  package func take() -> Bool { socket.take() }
}

/// A message about a device: what happened to which, then `NAME=value` fields, each ended by the byte 0
/// (kobject_uevent.c of the kernel).
enum DeviceEvent {
  private static let subsystem = Array("SUBSYSTEM=power_supply".utf8)

  static func isOfPowerSupply(_ message: ArraySlice<UInt8>) -> Bool {
    message.split(separator: 0).contains { $0.elementsEqual(subsystem) }
  }
}

enum UserNamespace {
  /// Whether this process is in another than the machine's own (user_namespaces(7)).
  static var isOwn: Bool {
    let map = String(decoding: readProcFile("/proc/self/uid_map") ?? [], as: UTF8.self)
    let words = map.split(whereSeparator: \.isWhitespace)
    return !words.isEmpty && words != ["0", "0", "4294967295"]
  }
}
