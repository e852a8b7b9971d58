import Foundation

/// What the machine has at one time.
struct Surroundings: Hashable, Sendable {
  var hasNetwork: Bool
  var hasExternalPower: Bool
}

extension Surroundings {
  init(of system: SystemFiles) {
    hasNetwork = system.names(in: "sys/class/net").contains { name in
      name != "lo" && Self.carries(system.line("sys/class/net/\(name)/operstate"))
    }
    let supplies = system.names(in: "sys/class/power_supply").map { name in
      PowerSupply(of: system, folder: "sys/class/power_supply/\(name)")
    }
    hasExternalPower = PowerSupply.isExternal(supplies)
  }

  /// An interface whose driver doesn't say is to be taken for up (operstates.rst of the kernel).
  private static func carries(_ state: String?) -> Bool { state == "up" || state == "unknown" }
}
