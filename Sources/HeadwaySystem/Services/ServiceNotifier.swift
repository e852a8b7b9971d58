internal import CHeadwaySystem
internal import Glibc

/// Tells the service manager that this process serves (sd_notify(3)).
package struct ServiceNotifier: Sendable {
  private let path: String

  /// Nil where nobody wants to know. The variable is gone afterwards, so that no child speaks for this
  /// process: to be called before there are other threads.
  package static func take() -> ServiceNotifier? {
    defer { unsetenv("NOTIFY_SOCKET") }
    return ProcessEnvironment.variable("NOTIFY_SOCKET").flatMap { ServiceNotifier(path: $0) }
  }

  /// Nil for what is neither a path nor the name of an abstract socket.
  init?(path: String) {
    guard path.hasPrefix("/") || path.hasPrefix("@"), path.utf8.count > 1 else { return nil }
    self.path = path
  }

  /// Best effort, as of a process that serves whether anybody hears it or not.
  package func tellReady() {
    let message = "READY=1"
    _ = message.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { headway_socket_notify(path, $0, bytes.count) }
    }
  }
}
