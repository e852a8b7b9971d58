internal import HeadwayModel

/// A unit of the user's service manager (systemd.unit(5)), as it is to be.
package struct UnitFile: Hashable, Sendable {
  /// The name of the unit file, with its suffix.
  package let name: String
  package let text: String

  /// The state of an existing file with this name.
  package enum State: Hashable, Sendable {
    case missing
    case upToDate
    case outdated
    /// The file was written by somebody else.
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
