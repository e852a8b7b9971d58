/// The work of a process so far, as the kernel counts it. A changed value is a sign of life.
///
/// Traffic through pipes and sockets doesn't count, because keeping a connection alive isn't work.
package struct ProcessWork: Hashable, Sendable {
  /// The user and system time, in clock ticks.
  package let cpuTicks: UInt64
  /// The bytes read from and written to disks (proc(5): `io`; a written page counts once it is
  /// changed in memory). Nil if they may not be read (ptrace(2)).
  package let diskBytes: Int64?

  /// Reads the work of a process.
  package init(of stat: ProcessStat) {
    let fields = readProcFile("/proc/\(stat.process)/io").map(ProcFields.init)
    /// Takes the values from a parsed `io` file.
    self.init(cpuTicks: stat.cpuTicks, io: fields)
  }

  init(cpuTicks: UInt64, io fields: ProcFields?) {
    self.cpuTicks = cpuTicks
    let read = fields?.number("read_bytes:")
    let written = fields?.number("write_bytes:")
    diskBytes = read.flatMap { read in written.map { read &+ $0 } }
  }
}
