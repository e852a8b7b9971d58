/// What proc(5) says of this boot.
package enum Boot {
  /// A new one for every boot (random(4)); empty without /proc.
  package static var id: String {
    let text = String(
      decoding: readProcFile("/proc/sys/kernel/random/boot_id") ?? [], as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }
}
