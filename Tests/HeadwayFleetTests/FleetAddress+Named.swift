import HeadwayFleet

extension FleetAddress {
  /// The address of these names, which have to be valid.
  static func named(_ user: String, _ host: String) -> FleetAddress {
    guard let address = FleetAddress(user: user, host: host) else {
      preconditionFailure("\(user) or \(host) isn't a name")
    }
    return address
  }
}
