import CHeadwaySystem
import Glibc
package import SystemPackage

/// A process that keeps nothing of who started it (daemon(7)).
package enum DaemonProcess {
  /// The number under which the daemon finds the descriptor that was kept for it.
  package static let keptDescriptor = 3

  /// Starts `path` as nobody's child, in its own session, with the soft limits that this process
  /// found (``ResourceLimits/found``). A program that can't be executed shows
  /// only as absence.
  package static func start(
    _ path: String, arguments: [String], environment: [String: String],
    keeping descriptor: FileDescriptor
  ) throws(SystemError) {
    let entries = environment.map { "\($0.key)=\($0.value)" }
    let error = withCStrings(arguments) { arguments in
      withCStrings(entries) { environment in
        withLimitsFound {
          headway_daemon_spawn(path, arguments, environment, descriptor.rawValue, $0)
        }
      }
    }
    guard error == 0 else { throw SystemError("start \(path)", Errno(rawValue: error)) }
  }

  /// As ``start(_:arguments:environment:keeping:)``. If the program ends before it listens, a line
  /// `died STATUS TIME` is appended to `outcome`; a program that listens must write there itself.
  package static func startWatched(
    _ path: String, arguments: [String], environment: [String: String],
    keeping descriptor: FileDescriptor, outcome: FileDescriptor
  ) throws(SystemError) {
    let entries = environment.map { "\($0.key)=\($0.value)" }
    let error = withCStrings(arguments) { arguments in
      withCStrings(entries) { environment in
        withLimitsFound {
          headway_start_watched(
            path, arguments, environment, descriptor.rawValue, $0, outcome.rawValue)
        }
      }
    }
    guard error == 0 else { throw SystemError("start \(path)", Errno(rawValue: error)) }
  }
}

/// Calls `body` with the soft limits that this process found; with nil where it changed none.
private func withLimitsFound(_ body: (UnsafePointer<UInt64>?) -> CInt) -> CInt {
  guard let limits = ResourceLimits.found else { return body(nil) }
  return limits.withPointer { body($0) }
}

/// Calls `body` with `strings` as a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
