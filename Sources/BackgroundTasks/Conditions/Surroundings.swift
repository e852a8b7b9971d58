import HeadwaySystem

/// What the machine has at one time.
struct Surroundings: Hashable, Sendable {
  var hasNetwork: Bool
  var hasExternalPower: Bool
}

extension Surroundings {
  /// As the hub's queue sees them.
  init(of machine: Machine) {
    hasNetwork = machine.isOnline
    hasExternalPower = machine.hasExternalPower
  }
}
