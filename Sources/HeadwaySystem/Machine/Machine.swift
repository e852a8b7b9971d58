internal import Glibc

/// What the kernel says of the machine, in files below a root; nil for what it doesn't say.
package struct Machine: Sendable {
  private let root: String

  package init(root: String = "") { self.root = root }

  /// Processors that run programs now (sysconf(3)); at least 1.
  package static var cores: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

  /// Units of what tasks may need, as far as it is found without being declared.
  package var resources: [String: Int] { ["gpu": graphicsProcessors] }

  /// Whether the machine runs on external power (sysfs-class-power of the kernel's ABI). One without
  /// a battery of its own can't run on it.
  package var hasExternalPower: Bool {
    let folder = "\(root)/sys/class/power_supply"
    let supplies = directoryEntries(folder).map { "\(folder)/\($0)" }
      .filter { line("\($0)/scope") != "Device" }
    let batteries = supplies.filter { line("\($0)/type") == "Battery" }
    return batteries.isEmpty
      || supplies.contains { !batteries.contains($0) && (line("\($0)/online") ?? "0") != "0" }
  }

  /// Whether there is a way to elsewhere: a default route (proc(5), `net/route`, `net/ipv6_route`).
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

  /// The memory that programs can have, in bytes: the machine's (proc_meminfo(5)), or the lowest limit
  /// of this process's control groups where that is smaller (cgroups(7), `memory.max`).
  package var memoryBytes: Int64? {
    let machine = ProcFields(readProcFile("\(root)/proc/meminfo") ?? []).kibibytes("MemTotal:")
      .map { $0.multipliedReportingOverflow(by: 1024) }
      .flatMap { $0.overflow ? nil : $0.partialValue }
    return ([machine].compactMap { $0 } + groupLimits).min()
  }

  /// Of the control group and of those that it is in, as far as they have a limit.
  private var groupLimits: [Int64] {
    let names = ControlGroup.own(root: root)?.split(separator: "/").prefix(64) ?? []
    return names.indices.compactMap { index in
      let path = names[...index].joined(separator: "/")
      return line("\(root)/sys/fs/cgroup/\(path)/memory.max").flatMap { Int64($0) }
    }
  }

  /// Since somebody last typed at a terminal, as w(1) tells it: no terminal was read since. Where
  /// none is open, since their devices were made.
  package var idleTime: Duration? {
    let terminals =
      directoryEntries("\(root)/dev/pts").map { "\(root)/dev/pts/\($0)" }
      + directoryEntries("\(root)/dev").filter { $0.hasPrefix("tty") && $0.count > 3 }
      .map { "\(root)/dev/\($0)" }
    let latest = terminals.compactMap { Self.lastRead($0) }.max()
    return latest.map { max(.zero, SystemClocks.sinceEpoch - $0) }
  }

  /// Computing devices, by index: NVIDIA's nodes, else AMD's (the kernel's `kfd` topology).
  package var graphicsProcessors: Int {
    let nodes = directoryEntries("\(root)/dev").filter { name in
      name.hasPrefix("nvidia") && name.count > 6 && name.dropFirst(6).allSatisfy(\.isNumber)
    }
    if !nodes.isEmpty { return nodes.count }
    let folder = "\(root)/sys/class/kfd/kfd/topology/nodes"
    return directoryEntries(folder).count { (line("\(folder)/\($0)/gpu_id") ?? "0") != "0" }
  }

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
