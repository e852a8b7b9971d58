internal import CHeadwaySystem
internal import Glibc

/// The journal of the system, systemd-journald(8), where there is one.
package enum SystemJournal {
  /// The socket at which the journal takes entries in its own form.
  package static let path = "/run/systemd/journal/socket"

  /// Whether there is a journal on this machine.
  package static var isThere: Bool { access(path, W_OK) == 0 }

  /// The length of the longest entry in bytes. A longer one would need a file in memory.
  private static let byteLimit = 64 << 10

  /// Sends an entry, which isn't awaited. An entry is lost if the journal takes no more at this moment.
  package static func write(_ entry: [UInt8], to path: String = path) {
    guard entry.count <= byteLimit else { return }
    entry.withUnsafeBufferPointer { bytes in
      _ = bytes.baseAddress.map { headway_socket_notify(path, $0, bytes.count) }
    }
  }
}
