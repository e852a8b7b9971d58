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

  @Test("the loopback is no network; a driver that doesn't say is up")
  func network() throws {
    try TemporaryFiles.use { files in
      let system = SystemFiles(root: files.root)
      try files.write("unknown\n", to: "sys/class/net/lo/operstate")
      try files.write("down\n", to: "sys/class/net/eth0/operstate")
      #expect(!Surroundings(of: system).hasNetwork)
      try files.write("unknown\n", to: "sys/class/net/tun0/operstate")
      #expect(Surroundings(of: system).hasNetwork)
    }
  }

  @Test("a machine without a battery has external power, a mouse's battery doesn't count")
  func power() throws {
    try TemporaryFiles.use { files in
      let system = SystemFiles(root: files.root)
      let folder = "sys/class/power_supply"
      try files.write("Battery\n", to: "\(folder)/mouse/type")
      try files.write("Device\n", to: "\(folder)/mouse/scope")
      #expect(Surroundings(of: system).hasExternalPower)
      try files.write("Battery\n", to: "\(folder)/BAT0/type")
      try files.write("Mains\n", to: "\(folder)/AC/type")
      try files.write("0\n", to: "\(folder)/AC/online")
      #expect(!Surroundings(of: system).hasExternalPower)
      try files.write("1\n", to: "\(folder)/AC/online")
      #expect(Surroundings(of: system).hasExternalPower)
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
