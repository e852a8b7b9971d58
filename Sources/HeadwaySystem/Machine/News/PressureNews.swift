internal import Glibc

/// News that programs wait for memory for a considerable part of the time (psi.rst of the kernel's
/// documentation).
///
/// The kernel reports at most once in two seconds, as long as the condition holds.
package final class PressureNews: KernelNews {
  /// The pressure file that reports.
  package let path: String
  private let file: OwnedDescriptor

  /// The condition: 0.6 s of waiting in 2 s. Ordinary users may only use windows of 2 s.
  private static let trigger = "some 600000 2000000"
  private static let machine = "/proc/pressure/memory"

  /// Watches this process's control group if permitted, otherwise the machine. Throws the machine's
  /// error if both fail.
  package convenience init() throws(SystemError) {
    let group = ControlGroup.own().map { "/sys/fs/cgroup\($0)/memory.pressure" }
    if let group, let news = try? PressureNews(path: group) {
      self.init(news)
    } else {
      try self.init(path: Self.machine)
    }
  }

  /// Watches the pressure file at `path`. Throws if it can't be opened or takes no trigger.
  package init(path: String) throws(SystemError) {
    file = try OwnedDescriptor(
      opening: "open \(path)", open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
    self.path = path
    // The kernel expects the trigger with its terminating byte 0.
    let written = Self.trigger.withCString { write(file.raw, $0, strlen($0) + 1) }
    try SystemError.check("trigger in \(path)", CInt(clamping: written))
  }

  private init(_ other: PressureNews) { (path, file) = (other.path, other.file) }

  package var descriptor: CInt { file.raw }
  package var isUrgent: Bool { true }

  /// Returns true: there is nothing to read, and each report matters.
  package func take() -> Bool { true }
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
