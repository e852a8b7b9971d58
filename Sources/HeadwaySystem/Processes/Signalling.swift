internal import CHeadwaySystem
internal import Glibc

/// Sends signals. A target that is gone is no error.
package enum Signalling {
  /// Signals every process of `group`. The caller must know that the group exists: it is the group
  /// of its own child, which wasn't reaped yet.
  package static func send(_ signal: CInt, toGroup group: Int32) {
    if group > 1 { _ = kill(-group, signal) }
  }

  /// Signals all processes of this process's group, including this one.
  package static func sendToOwnGroup(_ signal: CInt) { _ = kill(0, signal) }

  /// Signals the process that `stat` describes, and never a later process with the same id.
  ///
  /// A pidfd is opened first (pidfd_open(2)). Then the start time is compared, and the pidfd is
  /// signalled.
  package static func send(_ signal: CInt, to stat: ProcessStat) {
    let descriptor = headway_pidfd_open(stat.process)
    guard descriptor >= 0 else { return }
    let pidfd = OwnedDescriptor(descriptor)
    guard ProcessStat(process: stat.process)?.startTime == stat.startTime else { return }
    _ = headway_pidfd_signal(pidfd.raw, signal)
  }
}
