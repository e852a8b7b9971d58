internal import Glibc

/// The state of this machine as the kernel's files show it. A value is nil if the kernel doesn't
/// show it.
///
/// The hub uses it to decide whether queued tasks may start; the CLI checks the config file against
/// it.
package struct Machine: Sendable {
  private let root: String

  /// Reads files below `root`; a test passes a directory of its own.
  package init(root: String = "") { self.root = root }

  /// The number of processors that are online (sysconf(3)); at least 1.
  package static var cores: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

  /// The resources that tasks may need and that are found without being declared, with the number
  /// of units of each.
  package var resources: [String: Int] { ["gpu": graphicsProcessors] }

  /// Whether the machine runs on external power (sysfs-class-power of the kernel's ABI). A machine
  /// without a battery does. Batteries of devices such as a mouse don't count.
  package var hasExternalPower: Bool {
    let folder = "\(root)/sys/class/power_supply"
    let supplies = directoryEntries(folder).map { "\(folder)/\($0)" }
      .filter { line("\($0)/scope") != "Device" }
    let batteries = supplies.filter { line("\($0)/type") == "Battery" }
    return batteries.isEmpty
      || supplies.contains { !batteries.contains($0) && (line("\($0)/online") ?? "0") != "0" }
  }

  /// Whether a default route exists (proc(5), `net/route`, `net/ipv6_route`).
  package var isOnline: Bool {
    let routes = lines("\(root)/proc/net/route").dropFirst().map { $0.split(separator: "\t") }
    if routes.contains(where: { $0.count > 7 && $0[1] == "00000000" && $0[7] == "00000000" }) {
      return true
    }
    return lines("\(root)/proc/net/ipv6_route").map { $0.split(separator: " ") }.contains { route in
      route.count > 9 && route[1] == "00" && route[0].allSatisfy { $0 == "0" } && route[9] != "lo"
    }
  }

  /// The load average of the last minute (proc_loadavg(5)).
  package var load: Double? {
    line("\(root)/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
  }

  /// The memory that programs can use, in bytes: the machine's memory (proc_meminfo(5)), or the
  /// lowest limit of this process's control groups if that is smaller (cgroups(7), `memory.max`).
  package var memoryBytes: Int64? {
    let machine = ProcFields(readProcFile("\(root)/proc/meminfo") ?? []).kibibytes("MemTotal:")
      .map { $0.multipliedReportingOverflow(by: 1024) }
      .flatMap { $0.overflow ? nil : $0.partialValue }
    return ([machine].compactMap { $0 } + groupLimits).min()
  }

  /// The limits of this process's control group and of all groups above it.
  private var groupLimits: [Int64] {
    let names = ControlGroup.own(root: root)?.split(separator: "/").prefix(64) ?? []
    return names.indices.compactMap { index in
      let path = names[...index].joined(separator: "/")
      return line("\(root)/sys/fs/cgroup/\(path)/memory.max").flatMap { Int64($0) }
    }
  }

  /// The time since somebody last typed at a terminal, measured by w(1)'s rule: since any terminal
  /// was last read. A terminal that was never read counts from the creation of its device.
  package var idleTime: Duration? {
    let terminals =
      directoryEntries("\(root)/dev/pts").map { "\(root)/dev/pts/\($0)" }
      + directoryEntries("\(root)/dev").filter { $0.hasPrefix("tty") && $0.count > 3 }
      .map { "\(root)/dev/\($0)" }
    let latest = terminals.compactMap { Self.lastRead($0) }.max()
    return latest.map { max(.zero, SystemClocks.sinceEpoch - $0) }
  }

  /// The number of graphics processors: NVIDIA's device nodes, or else AMD's nodes in the kernel's
  /// `kfd` topology.
  package var graphicsProcessors: Int {
    let nodes = directoryEntries("\(root)/dev").filter { name in
      name.hasPrefix("nvidia") && name.count > 6 && name.dropFirst(6).allSatisfy(\.isNumber)
    }
    if !nodes.isEmpty { return nodes.count }
    let folder = "\(root)/sys/class/kfd/kfd/topology/nodes"
    return directoryEntries(folder).count { (line("\(folder)/\($0)/gpu_id") ?? "0") != "0" }
  }

  /// The time at which a character device was last read; nil for other files.
  private static func lastRead(_ path: String) -> Duration? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
    return .seconds(status.st_atim.tv_sec) + .nanoseconds(status.st_atim.tv_nsec)
  }

  private func line(_ path: String) -> String? { lines(path).first.map(String.init) }

  private func lines(_ path: String) -> [Substring] {
    String(decoding: readProcFile(path) ?? [], as: UTF8.self).split(separator: "\n")
  }
}

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
