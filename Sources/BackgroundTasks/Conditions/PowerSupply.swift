/// One of /sys/class/power_supply (sysfs-class-power of the kernel's ABI).
struct PowerSupply: Hashable, Sendable {
  var isBattery: Bool
  /// Of a mouse or the like, not of the machine.
  var isOfDevice: Bool
  var isOnline: Bool

  /// A machine without a battery can't be on it.
  static func isExternal(_ supplies: [PowerSupply]) -> Bool {
    let own = supplies.filter { !$0.isOfDevice }
    return !own.contains(where: \.isBattery) || own.contains { !$0.isBattery && $0.isOnline }
  }
}

extension PowerSupply {
  init(of system: SystemFiles, folder: String) {
    isBattery = system.line("\(folder)/type") == "Battery"
    isOfDevice = system.line("\(folder)/scope") == "Device"
    isOnline = system.line("\(folder)/online").map { $0 != "0" } ?? false
  }
}
