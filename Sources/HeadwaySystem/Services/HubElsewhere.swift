internal import HeadwayModel

/// The error for a state directory whose record a hub of another machine has.
package struct HubElsewhere: Error, Hashable, Sendable {
  package let host: String
  package let stateDirectory: String
  /// Whether that hub runs. False where the file system's locks don't tell.
  package let runsSurely: Bool

  package init(host: String, stateDirectory: String, runsSurely: Bool) {
    (self.host, self.stateDirectory, self.runsSurely) = (host, stateDirectory, runsSurely)
  }
}

extension HubElsewhere: CustomStringConvertible {
  package var description: String {
    let host = SanitisedText(host, limit: .line)
    let directory = SanitisedText(stateDirectory, limit: .line)
    if runsSurely {
      return String(
        localized: """
          a hub on \(host) has the record in \(directory); unset HEADWAY_STATE, or set it to a \
          directory of this machine's own
          """)
    }
    return String(
      localized: """
        a hub on \(host) had the record in \(directory), and may still run; unset HEADWAY_STATE, \
        set it to a directory of this machine's own, or, if that hub is gone, remove \
        \(directory)/hub.lock
        """)
  }
}
