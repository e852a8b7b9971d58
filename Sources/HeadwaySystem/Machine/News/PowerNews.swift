import CHeadwaySystem
import SystemPackage

/// News that a power supply has changed: plugged in, unplugged or low (the kernel's device events).
package final class PowerNews: KernelNews {
  private let socket: NetlinkSocket

  /// Opens the socket. Throws in a container's user namespace too, because the kernel sends no
  /// device events there.
  package init() throws(SystemError) {
    guard !UserNamespace.isOwn else { throw SystemError("device events", .notPermitted) }
    socket = try NetlinkSocket(opening: "netlink of devices", headway_netlink_devices()) {
      DeviceEvent.isOfPowerSupply($0)
    }
  }

  package var descriptor: CInt { socket.descriptor.raw }

  package func drain() -> Bool { socket.drain() }
}

/// A message about a device: a header with the action and the device, then `NAME=value` fields.
/// Each part ends with the byte 0 (kobject_uevent.c of the kernel).
enum DeviceEvent {
  private static let subsystem = Array("SUBSYSTEM=power_supply".utf8)

  /// Whether the message is about a power supply.
  static func isOfPowerSupply(_ message: ArraySlice<UInt8>) -> Bool {
    message.split(separator: 0).contains { $0.elementsEqual(subsystem) }
  }
}

/// The user namespace of this process.
enum UserNamespace {
  /// Whether the namespace is another than the machine's own (user_namespaces(7)).
  static var isOwn: Bool {
    let map = String(decoding: readProcFile("/proc/self/uid_map") ?? [], as: UTF8.self)
    let words = map.split(whereSeparator: \.isWhitespace)
    return !words.isEmpty && words != ["0", "0", "4294967295"]
  }
}

/// A descriptor through which the kernel reports a change of the machine, so that nobody has to
/// poll.
///
/// `KernelWatcher` waits for all news on one thread.
package protocol KernelNews: AnyObject, Sendable {
  /// The descriptor to wait for.
  var descriptor: CInt { get }

  /// Whether news arrives as an exceptional condition (POLLPRI of poll(2)) and not as input.
  var isUrgent: Bool { get }

  /// Discards the pending news without blocking. Returns whether any of it matters.
  func drain() -> Bool
}

/// The usual kind of news.
extension KernelNews {
  package var isUrgent: Bool { false }
}

/// News that the wall clock was set, or that the machine has slept (timerfd_create(2)).
package final class ClockNews: KernelNews {
  private let timer: OwnedDescriptor

  /// Starts the timer. Throws if the kernel has no such timer.
  package init() throws(SystemError) {
    timer = try OwnedDescriptor(opening: "timerfd_create", headway_clock_watch_make())
  }

  package var descriptor: CInt { timer.raw }

  package func drain() -> Bool { headway_clock_watch_drain(timer.raw) != 0 }
}
