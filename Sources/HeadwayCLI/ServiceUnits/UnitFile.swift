internal import HeadwayModel

/// A unit of the user's service manager (systemd.unit(5)), as it is to be.
package struct UnitFile: Hashable, Sendable {
  /// With its suffix.
  package let name: String
  package let text: String

  /// What a file of this name is to what it should be.
  package enum State: Hashable, Sendable {
    case missing
    case upToDate
    case outdated
    /// Somebody else wrote it.
    case foreign
  }

  /// The first line of every unit that Headway writes.
  package static let signature = "# Written by: headway hub install"

  /// - Parameter current: what the file holds; nil where there is none.
  package func state(given current: String?) -> State {
    guard let current else { return .missing }
    if current == text { return .upToDate }
    return current.hasPrefix(Self.signature) ? .outdated : .foreign
  }
}
