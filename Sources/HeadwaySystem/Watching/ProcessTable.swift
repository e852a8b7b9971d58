import Glibc

/// What proc(5) says of other processes.
package enum ProcessTable {
  /// When the process started, in clock ticks since boot (field 22 of `stat`); nil when there is
  /// none. A pid and its start time name a process for the length of a boot.
  package static func startTime(of pid: Int32) -> UInt64? {
    fieldsAfterName(of: pid).flatMap { $0.count > 19 ? UInt64($0[19]) : nil }
  }

  /// This boot's id (random(4)); empty without /proc.
  package static var bootID: String {
    let bytes = (try? DurableFile.read("/proc/sys/kernel/random/boot_id", byteLimit: 64)) ?? nil
    let text = String(decoding: bytes ?? [], as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }

  /// The fields of `stat` from the state on. The name before may hold anything, parentheses too.
  private static func fieldsAfterName(of pid: Int32) -> [Substring]? {
    guard let bytes = (try? DurableFile.read("/proc/\(pid)/stat", byteLimit: 4096)) ?? nil
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }
}
