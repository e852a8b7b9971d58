/// The identity of the machine's current boot (proc(5)).
package enum Boot {
  /// A UUID that is new for every boot (random(4)); empty without /proc. Process ids and
  /// CLOCK_BOOTTIME readings are comparable only within one boot.
  package static var id: String {
    let text = String(
      decoding: readProcFile("/proc/sys/kernel/random/boot_id") ?? [], as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }
}
