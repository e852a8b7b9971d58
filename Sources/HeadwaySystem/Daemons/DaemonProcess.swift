import CHeadwaySystem
import Glibc
package import SystemPackage

/// A process that keeps nothing of who started it (daemon(7)).
package enum DaemonProcess {
  /// The number under which the daemon finds the descriptor that was kept for it.
  package static let keptDescriptor = 3

  /// Starts `path` as nobody's child, in its own session. A program that can't be executed shows
  /// only as absence.
  package static func start(
    _ path: String, arguments: [String], environment: [String: String],
    keeping descriptor: FileDescriptor
  ) throws(SystemError) {
    let entries = environment.map { "\($0.key)=\($0.value)" }
    let error = withCStrings(arguments) { arguments in
      withCStrings(entries) { environment in
        headway_daemon_spawn(path, arguments, environment, descriptor.rawValue)
      }
    }
    guard error == 0 else { throw SystemError("start \(path)", Errno(rawValue: error)) }
  }
}

/// Calls `body` with `strings` as a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
