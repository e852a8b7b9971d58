/// A process that no later one can be taken for: its pid, its start time and its boot.
public struct ProcessIdentity: Hashable, Sendable {
  /// The number of the process (getpid(2)).
  public var pid: Int32
  /// Clock ticks since boot (proc(5), field 22 of `stat`).
  public var startTime: UInt64
  /// `/proc/sys/kernel/random/boot_id`: a pid of another boot is gone.
  public var bootID: String

  /// Makes an identity of its values.
  public init(pid: Int32, startTime: UInt64, bootID: String) {
    self.pid = pid
    self.startTime = startTime
    self.bootID = bootID
  }
}
