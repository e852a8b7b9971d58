/// What a process has done so far, as far as the kernel counts it: another value is work.
///
/// What goes through pipes and sockets doesn't count: a connection that is kept alive does nothing.
package struct ProcessWork: Hashable, Sendable {
  /// User and system time, in clock ticks.
  package let cpuTicks: UInt64
  /// To and from disks (proc(5): `io`, a written page counts when it is touched); nil where it isn't
  /// ours to see (ptrace(2)).
  package let diskBytes: Int64?

  package init(of stat: ProcessStat) {
    let fields = readProcFile("/proc/\(stat.process)/io").map(ProcFields.init)
    self.init(cpuTicks: stat.cpuTicks, io: fields)
  }

  init(cpuTicks: UInt64, io fields: ProcFields?) {
    self.cpuTicks = cpuTicks
    let read = fields?.number("read_bytes:")
    let written = fields?.number("write_bytes:")
    diskBytes = read.flatMap { read in written.map { read &+ $0 } }
  }
}
