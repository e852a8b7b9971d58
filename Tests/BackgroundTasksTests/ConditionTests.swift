import Foundation
import Testing

@testable import BackgroundTasks

struct ConditionTests {
  static let now = Date(timeIntervalSince1970: 1_000_000)
  static let nothing = Surroundings(hasNetwork: false, hasExternalPower: false)
  static let all = Surroundings(hasNetwork: true, hasExternalPower: true)

  @Test("a date is waited for; network and power are looked at again and again")
  func waits() {
    let later = Self.now + 500
    #expect(Self.wait(LaunchNeeds()) == nil)
    #expect(Self.wait(LaunchNeeds(earliest: later, network: true)) == later)
    #expect(Self.wait(LaunchNeeds(earliest: Self.now - 1)) == nil)
    let noDate = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(Self.wait(LaunchNeeds(earliest: noDate)) == nil)
    #expect(Self.wait(LaunchNeeds(network: true)) == Self.now + 30)
    #expect(Self.wait(LaunchNeeds(externalPower: true)) == Self.now + 30)
    let needs = LaunchNeeds(network: true, externalPower: true)
    #expect(needs.wait(at: Self.now, in: Self.all, interval: 30) == nil)
  }

  private static func wait(_ needs: LaunchNeeds) -> Date? {
    needs.wait(at: now, in: nothing, interval: 30)
  }

  @Test("a default route is a network, of either kind of addresses; the loopback's is none")
  func network() throws {
    let noWay = "00000000000000000000000000000000"
    let head = "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
    try TemporaryFiles.use { files in
      let machine = SystemFiles(root: files.root).machine
      #expect(!Surroundings(of: machine).hasNetwork)
      let local = head + "eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0\n"
      try files.write(local, to: "proc/net/route")
      try files.write(
        "\(noWay) 00 \(noWay) 00 \(noWay) ffffffff 1 0 00200200 lo\n", to: "proc/net/ipv6_route")
      #expect(!Surroundings(of: machine).hasNetwork)
      let way = local + "eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
      try files.write(way, to: "proc/net/route")
      #expect(Surroundings(of: machine).hasNetwork)
      try files.write(local, to: "proc/net/route")
      try files.write(
        "\(noWay) 00 \(noWay) 00 \(noWay) 00000400 1 0 00000003 eth0\n", to: "proc/net/ipv6_route")
      #expect(Surroundings(of: machine).hasNetwork)
    }
  }

  @Test("a machine without a battery has external power, a mouse's battery doesn't count")
  func power() throws {
    try TemporaryFiles.use { files in
      let machine = SystemFiles(root: files.root).machine
      let folder = "sys/class/power_supply"
      try files.write("Battery\n", to: "\(folder)/mouse/type")
      try files.write("Device\n", to: "\(folder)/mouse/scope")
      #expect(Surroundings(of: machine).hasExternalPower)
      try files.write("Battery\n", to: "\(folder)/BAT0/type")
      try files.write("Mains\n", to: "\(folder)/AC/type")
      try files.write("0\n", to: "\(folder)/AC/online")
      #expect(!Surroundings(of: machine).hasExternalPower)
      try files.write("1\n", to: "\(folder)/AC/online")
      #expect(Surroundings(of: machine).hasExternalPower)
    }
  }

  @Test("a GPU is a device node of a known vendor")
  func graphics() throws {
    try TemporaryFiles.use { files in
      let system = SystemFiles(root: files.root)
      #expect(!GraphicsProcessors.isThere(in: system))
      try files.write("0x1af4\n", to: "sys/class/drm/card0/device/vendor")
      try files.write("", to: "dev/dri/renderD128")
      #expect(!GraphicsProcessors.isThere(in: system))
      try files.write("0x8086\n", to: "sys/class/drm/card1/device/vendor")
      #expect(GraphicsProcessors.isThere(in: system))
    }
    try TemporaryFiles.use { files in
      try files.write("", to: "dev/nvidia0")
      #expect(GraphicsProcessors.isThere(in: SystemFiles(root: files.root)))
    }
  }
}
