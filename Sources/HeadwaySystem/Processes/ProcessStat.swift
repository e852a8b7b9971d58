/// The fields of `/proc/PID/stat` (proc(5)) that identify a process and show its work.
///
/// The process id and ``startTime`` together identify a process for the whole boot.
package struct ProcessStat: Hashable, Sendable {
  package let process: Int32
  /// The state as a letter, such as `R`, `S`, `T` or `Z`.
  package let state: UInt8
  package let parent: Int32
  package let group: Int32
  package let session: Int32
  /// The device number of the controlling terminal; 0 without one.
  private let terminal: Int32
  /// The foreground group of the controlling terminal; -1 without one.
  package let foregroundGroup: Int32
  /// The user and system time of the process, in clock ticks.
  package let cpuTicks: UInt64
  /// The user and system time of all descendants that were reaped, in clock ticks.
  package let reapedTicks: UInt64
  /// The start of the process since the boot, in clock ticks.
  package let startTime: UInt64
  /// The pages in memory (`rss`), including shared ones.
  package let residentPages: Int64

  /// Whether a signal has stopped the process.
  package var isStopped: Bool { state == UInt8(ascii: "T") }

  package var hasTerminal: Bool { terminal != 0 }

  /// The path of the controlling terminal if it is a pty (pts(4)); otherwise nil.
  ///
  /// Ptys have the major number 136. The minor number is split into two parts (proc(5), `tty_nr`).
  package var pseudoTerminal: String? {
    let device = UInt32(bitPattern: terminal)
    guard device >> 8 & 0xFFF == 136 else { return nil }
    return "/dev/pts/\(device & 0xFF | device >> 12 & 0xFFF00)"
  }

  /// Whether the process has ended and wasn't reaped.
  package var isZombie: Bool { state == UInt8(ascii: "Z") }

  /// Whether both values are of the same process, at any time.
  package func isSame(as other: ProcessStat) -> Bool {
    process == other.process && startTime == other.startTime
  }

  /// Reads a living process or a zombie; nil for a reaped one.
  package init?(process: Int32) {
    guard let text = readProcFile("/proc/\(process)/stat") else { return nil }
    self.init(text)
  }

  /// Parses the file. The name is in parentheses and may contain any byte, including `)`, so the
  /// fields begin after the last `)`.
  init?(_ text: [UInt8]) {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")),
      let close = text.lastIndex(of: UInt8(ascii: ")")), open < close
    else { return nil }
    let fields = text[text.index(after: close)...].split(separator: UInt8(ascii: " "))
    func number<Number: FixedWidthInteger>(_ index: Int) -> Number? {
      index < fields.count ? Number(String(decoding: fields[index], as: UTF8.self)) : nil
    }
    guard fields.count > 19, let state = fields[0].first,
      let process = Int32(String(decoding: text[..<open].dropLast(), as: UTF8.self)),
      let parent: Int32 = number(1), let group: Int32 = number(2), let session: Int32 = number(3),
      let terminal: Int32 = number(4), let foregroundGroup: Int32 = number(5),
      let userTicks: UInt64 = number(11), let systemTicks: UInt64 = number(12),
      let startTime: UInt64 = number(19)
    else { return nil }
    self.process = process
    self.state = state
    self.parent = parent
    self.group = group
    self.session = session
    self.terminal = terminal
    self.foregroundGroup = foregroundGroup
    cpuTicks = userTicks &+ systemTicks
    let reaped: (user: Int64?, system: Int64?) = (number(13), number(14))
    reapedTicks = UInt64(max(0, reaped.user ?? 0)) &+ UInt64(max(0, reaped.system ?? 0))
    self.startTime = startTime
    residentPages = max(0, number(21) ?? 0)
  }
}
