internal import Glibc

/// Tells when programs have to wait for memory for more than a short part of the time (psi.rst of the
/// kernel's documentation): at most once in two seconds, and for as long as that is so.
package final class PressureNews: KernelNews {
  /// The file that tells.
  package let path: String
  private let file: OwnedDescriptor

  /// 0.6 s of each 2 s: of ordinary users the kernel takes windows of 2 s only.
  private static let trigger = "some 600000 2000000"
  private static let machine = "/proc/pressure/memory"

  /// Of this process's control group where it may, else of the machine; the last error where neither
  /// tells.
  package convenience init() throws(SystemError) {
    let group = ControlGroup.own().map { "/sys/fs/cgroup\($0)/memory.pressure" }
    if let group, let news = try? PressureNews(path: group) {
      self.init(news)
    } else {
      try self.init(path: Self.machine)
    }
  }

  package init(path: String) throws(SystemError) {
    file = try OwnedDescriptor(
      opening: "open \(path)", open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC))
    self.path = path
    // With the byte 0 at its end.
    let written = Self.trigger.withCString { write(file.raw, $0, strlen($0) + 1) }
    try SystemError.check("trigger in \(path)", CInt(clamping: written))
  }

  private init(_ other: PressureNews) { (path, file) = (other.path, other.file) }

  package var descriptor: CInt { file.raw }
  package var isUrgent: Bool { true }

  /// There is nothing to read: being told is all.
  package func take() -> Bool { true }
}

enum ControlGroup {
  /// In the one hierarchy of cgroups(7); nil for the root, whose pressure is the machine's.
  /// `root` is what the kernel's files are below.
  static func own(root: String = "") -> String? {
    let text = String(decoding: readProcFile("\(root)/proc/self/cgroup") ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("0::") }
    return line.map { String($0.dropFirst(3)) }.flatMap { $0 == "/" ? nil : $0 }
  }
}
