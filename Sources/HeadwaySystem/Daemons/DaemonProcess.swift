import CHeadwaySystem
import Glibc
package import SystemPackage

/// Starts processes that keep nothing of the process that started them (daemon(7)).
///
/// The CLI starts the hub with it.
package enum DaemonProcess {
  /// The number under which a daemon finds the descriptor that was kept for it.
  package static let keptDescriptor = 3

  /// Starts `path` in its own session, and not as a child of this process.
  ///
  /// - Parameter descriptor: the descriptor that becomes ``keptDescriptor`` in the daemon; all
  ///   others are closed.
  ///
  /// The daemon has the soft limits from before ``ResourceLimits/raise()``. Throws if fork(2)
  /// fails. A program that can't be executed is no error: the daemon just never appears.
  package static func start(
    _ path: String, arguments: [String], environment: [String: String],
    keeping descriptor: FileDescriptor
  ) throws(SystemError) {
    let entries = environment.map { "\($0.key)=\($0.value)" }
    let error = withCStrings(arguments) { arguments in
      withCStrings(entries) { environment in
        withLimitsFound { limits in
          OwnProcess.withoutAdopting {
            headway_daemon_spawn(path, arguments, environment, descriptor.rawValue, limits)
          }
        }
      }
    }
    guard error == 0 else { throw SystemError("start \(path)", Errno(rawValue: error)) }
  }

  /// Starts `path` like ``start(_:arguments:environment:keeping:)``, and records in `outcome` if
  /// the daemon dies early.
  ///
  /// If the program ends before it listens, a line `died STATUS TIME` is appended to `outcome`. A
  /// program that listens must itself write to that file, which ends the watch.
  package static func startWatched(
    _ path: String, arguments: [String], environment: [String: String],
    keeping descriptor: FileDescriptor, outcome: FileDescriptor
  ) throws(SystemError) {
    let entries = environment.map { "\($0.key)=\($0.value)" }
    let error = withCStrings(arguments) { arguments in
      withCStrings(entries) { environment in
        withLimitsFound { limits in
          OwnProcess.withoutAdopting {
            headway_start_watched(
              path, arguments, environment, descriptor.rawValue, limits, outcome.rawValue)
          }
        }
      }
    }
    guard error == 0 else { throw SystemError("start \(path)", Errno(rawValue: error)) }
  }
}

/// Calls `body` with the soft limits from before ``ResourceLimits/raise()``, or with nil if the
/// limits were never raised.
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
