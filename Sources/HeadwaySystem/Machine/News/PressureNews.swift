internal import Glibc
internal import Synchronization

/// News that programs wait for memory for a considerable part of the time (psi.rst of the kernel's
/// documentation).
///
/// The kernel reports at most once in two seconds, as long as the condition holds.
///
/// The kernel also reports the first wait after the start of the watch, however short that wait is:
/// the kernel compares it with a count that begins at 0 (`psi_trigger_create` in
/// `kernel/sched/psi.c`, seen with Linux 6.18). ``drain()`` therefore looks at the total of the
/// waits itself.
package final class PressureNews: KernelNews {
  /// The pressure file that reports.
  package let path: String
  private let file: OwnedDescriptor
  /// The total of the waits at the last report, in microseconds. At first the total at the start.
  private let total: Mutex<UInt64>

  /// The condition: 0.6 s of waiting in 2 s. Ordinary users may only use windows of 2 s.
  private static let trigger = "some 600000 2000000"
  /// A report that follows less waiting doesn't matter, in microseconds. The kernel estimates a
  /// part of its 0.6 s, so a true report may follow somewhat less than that.
  private static let leastGrowth: UInt64 = 300_000
  private static let machine = "/proc/pressure/memory"

  /// Watches this process's control group if permitted, otherwise the machine. Throws the machine's
  /// error if both fail.
  package convenience init() throws(SystemError) {
    let group = ControlGroup.own().map { "/sys/fs/cgroup\($0)/memory.pressure" }
    if let group, let file = try? Self.watch(group) {
      self.init(path: group, file: file)
    } else {
      try self.init(path: Self.machine)
    }
  }

  /// Watches the pressure file at `path`. Throws if it can't be opened or takes no trigger.
  package convenience init(path: String) throws(SystemError) {
    self.init(path: path, file: try Self.watch(path))
  }

  private init(path: String, file: OwnedDescriptor) {
    (self.path, self.file) = (path, file)
    total = Mutex(Self.total(in: path) ?? 0)
  }

  /// Opens the pressure file at `path` and has the kernel report.
  private static func watch(_ path: String) throws(SystemError) -> OwnedDescriptor {
    let file = try OwnedDescriptor(
      opening: "open \(path)", open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
    // The kernel expects the trigger with its terminating byte 0.
    let written = trigger.withCString { write(file.raw, $0, strlen($0) + 1) }
    try SystemError.check("trigger in \(path)", CInt(clamping: written))
    return file
  }

  package var descriptor: CInt { file.raw }
  package var isUrgent: Bool { true }

  /// Returns whether programs have waited for 0.3 s or longer since the last report. A file that
  /// can't be read leaves the kernel's word.
  package func drain() -> Bool {
    guard let now = Self.total(in: path) else { return true }
    return total.withLock { total in
      defer { total = now }
      return now < total || now - total >= Self.leastGrowth
    }
  }

  /// Discards what the kernel has to report of the past. Call this before a watch that begins
  /// again.
  package func discardPast() {
    var report = pollfd(fd: file.raw, events: Int16(POLLPRI), revents: 0)
    // A look by poll(2) takes the report from the kernel. There is nothing to do about a failure.
    _ = poll(&report, 1, 0)
    if let now = Self.total(in: path) { total.withLock { $0 = now } }
  }

  /// The total of the waits for memory, in microseconds. Nil if the file can't be read or makes no
  /// sense.
  private static func total(in path: String) -> UInt64? {
    guard let bytes = readProcFile(path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let fields = lines.first { $0.hasPrefix("some ") }?.split(separator: " ")
    let field = fields?.first { $0.hasPrefix("total=") }
    return field.flatMap { UInt64($0.dropFirst("total=".count)) }
  }
}

/// The control group of this process.
enum ControlGroup {
  /// Returns the group's path in the unified hierarchy of cgroups(7). Nil for the root group, whose
  /// pressure is that of the machine.
  ///
  /// The kernel's files are below `root`.
  static func own(root: String = "") -> String? {
    let text = String(decoding: readProcFile("\(root)/proc/self/cgroup") ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("0::") }
    return line.map { String($0.dropFirst(3)) }.flatMap { $0 == "/" ? nil : $0 }
  }
}
