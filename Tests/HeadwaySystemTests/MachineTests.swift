import Foundation
import HeadwaySystem
import Testing

/// What the machine has, from a copy of the kernel's files.
@Suite("Power and network") struct MachineTests {
  @Test("a default route is a network, of either kind of addresses; the loopback's is none")
  func network() throws {
    let noWay = "00000000000000000000000000000000"
    let head = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
    try withRoot { root in
      let machine = Machine(root: root)
      #expect(!machine.isOnline)
      let local = head + "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
      try write(local, to: "\(root)/proc/net/route")
      try write(
        "\(noWay) 00 \(noWay) 00 \(noWay) ffffffff 1 0 00200200 lo\n",
        to: "\(root)/proc/net/ipv6_route")
      #expect(!machine.isOnline)
      let way = local + "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
      try write(way, to: "\(root)/proc/net/route")
      #expect(machine.isOnline)
      try write(local, to: "\(root)/proc/net/route")
      try write(
        "\(noWay) 00 \(noWay) 00 \(noWay) 00000400 1 0 00000003 eth0\n",
        to: "\(root)/proc/net/ipv6_route")
      #expect(machine.isOnline)
    }
  }

  @Test("a machine without a battery has external power, a mouse's battery doesn't count")
  func power() throws {
    try withRoot { root in
      let machine = Machine(root: root)
      let folder = "\(root)/sys/class/power_supply"
      try write("Battery\n", to: "\(folder)/mouse/type")
      try write("Device\n", to: "\(folder)/mouse/scope")
      #expect(machine.hasExternalPower)
      try write("Battery\n", to: "\(folder)/BAT0/type")
      try write("Mains\n", to: "\(folder)/AC/type")
      try write("0\n", to: "\(folder)/AC/online")
      #expect(!machine.hasExternalPower)
      try write("1\n", to: "\(folder)/AC/online")
      #expect(machine.hasExternalPower)
    }
  }

  @Test("the memory is the machine's, or the lowest limit of the control groups around us")
  func memory() throws {
    try withRoot { root in
      let machine = Machine(root: root)
      #expect(machine.memoryBytes == nil)
      try write("MemFree:  7 kB\nMemTotal:       2048 kB\n", to: "\(root)/proc/meminfo")
      #expect(machine.memoryBytes == 2_097_152)
      try write("0::/user.slice/hub.service\n", to: "\(root)/proc/self/cgroup")
      let groups = "\(root)/sys/fs/cgroup/user.slice"
      try write("max\n", to: "\(groups)/hub.service/memory.max")
      try write("3000000\n", to: "\(groups)/memory.max")
      #expect(machine.memoryBytes == 2_097_152)
      try write("1000000\n", to: "\(groups)/memory.max")
      #expect(machine.memoryBytes == 1_000_000)
    }
    #expect(try #require(Machine().memoryBytes) > 1 << 20)
  }

  private func withRoot(_ body: (String) throws -> Void) throws {
    let root = NSTemporaryDirectory() + "machine-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try body(root)
  }

  private func write(_ text: String, to path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
