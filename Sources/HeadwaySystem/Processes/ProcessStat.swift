/// The part of `/proc/PID/stat` (proc(5)) that tells processes apart and shows their work.
package struct ProcessStat: Hashable, Sendable {
  package let process: Int32
  package let state: UInt8
  package let parent: Int32
  package let group: Int32
  package let session: Int32
  /// The device of its controlling terminal; 0 without one.
  private let terminal: Int32
  /// The foreground group of that terminal; -1 without one.
  package let foregroundGroup: Int32
  /// User and system time of the process, in clock ticks.
  package let cpuTicks: UInt64
  /// In clock ticks since the boot: with the id, a process's identity.
  package let startTime: UInt64
  /// The pages of it that are in memory (`rss`), shared ones included.
  package let residentPages: Int64

  /// By a signal.
  package var isStopped: Bool { state == UInt8(ascii: "T") }

  package var hasTerminal: Bool { terminal != 0 }

  /// Where its controlling terminal is a pseudo-terminal (pts(4)): major number 136, whose minor
  /// numbers are split in two (proc(5), `tty_nr`).
  package var pseudoTerminal: String? {
    let device = UInt32(bitPattern: terminal)
    guard device >> 8 & 0xFFF == 136 else { return nil }
    return "/dev/pts/\(device & 0xFF | device >> 12 & 0xFFF00)"
  }

  /// It has ended, and nobody has asked how.
  package var isZombie: Bool { state == UInt8(ascii: "Z") }

  /// Whatever it has done since.
  package func isSame(as other: ProcessStat) -> Bool {
    process == other.process && startTime == other.startTime
  }

  /// Of a live process or a zombie; nil once it is reaped.
  package init?(process: Int32) {
    guard let text = readProcFile("/proc/\(process)/stat") else { return nil }
    self.init(text)
  }

  /// The name is in parentheses and may hold any byte, `)` too: the fields start after the last.
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
    self.startTime = startTime
    residentPages = max(0, number(21) ?? 0)
  }
}
