/// A process that no later one can be taken for: its pid, its start time and its boot.
package struct ProcessIdentity: Hashable, Sendable {
  package var pid: Int32
  /// Clock ticks since boot (proc(5), field 22 of `stat`).
  package var startTime: UInt64
  /// `/proc/sys/kernel/random/boot_id`: a pid of another boot is gone.
  package var bootID: String

  package init(pid: Int32, startTime: UInt64, bootID: String) {
    self.pid = pid
    self.startTime = startTime
    self.bootID = bootID
  }
}
