internal import CHeadwaySystem
internal import Glibc

/// The channel to the service manager, to report that this process is ready (sd_notify(3)).
package struct ServiceNotifier: Sendable {
  private let path: String

  /// Returns the channel; nil if the service manager hasn't asked for a report.
  ///
  /// Call it before the process has other threads. The variable is removed, so that no child
  /// reports for this process.
  package static func take() -> ServiceNotifier? {
    defer { unsetenv("NOTIFY_SOCKET") }
    return ProcessEnvironment.variable("NOTIFY_SOCKET").flatMap { ServiceNotifier(path: $0) }
  }

  /// Uses the socket at `path`. Nil unless it is an absolute path or the name of an abstract socket
  /// (`@…`).
  init?(path: String) {
    guard path.hasPrefix("/") || path.hasPrefix("@"), path.utf8.count > 1 else { return nil }
    self.path = path
  }

  /// Sends `READY=1`. Errors are ignored: the process serves whether its manager listens or not.
  package func tellReady() {
    let message = "READY=1"
    _ = message.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { headway_socket_notify(path, $0, bytes.count) }
    }
  }
}
