internal import CHeadwaySystem
internal import Glibc

/// Sends signals; a target that is gone is no error.
package enum Signalling {
  /// To every process of `group`, which the caller knows to exist: its own child's, unreaped.
  package static func send(_ signal: CInt, toGroup group: Int32) {
    if group > 1 { _ = kill(-group, signal) }
  }

  /// To this process's own group, itself too.
  package static func sendToOwnGroup(_ signal: CInt) { _ = kill(0, signal) }

  /// To the process that was seen as `stat`, and to no other that got its number since
  /// (pidfd_open(2): opened, compared by start time, then signalled).
  package static func send(_ signal: CInt, to stat: ProcessStat) {
    let descriptor = headway_pidfd_open(stat.process)
    guard descriptor >= 0 else { return }
    let pidfd = OwnedDescriptor(descriptor)
    guard ProcessStat(process: stat.process)?.startTime == stat.startTime else { return }
    _ = headway_pidfd_signal(pidfd.raw, signal)
  }
}
