import Foundation

/// What the surroundings have to be before a request runs.
struct LaunchNeeds {
  var earliest: Date?
  var network = false
  var externalPower = false

  /// Nil where it may run now; else when to look again.
  ///
  /// - Parameter interval: between two looks at what tells nobody of its changes.
  func wait(
    at now: Date, in surroundings: @autoclosure () -> Surroundings, interval: TimeInterval
  ) -> Date? {
    if let earliest, earliest > now { return earliest }
    guard network || externalPower else { return nil }
    let surroundings = surroundings()
    let isMet =
      (!network || surroundings.hasNetwork) && (!externalPower || surroundings.hasExternalPower)
    return isMet ? nil : now + interval
  }
}
