internal import HeadwayModel

/// The meaning of something on the screen. A ``Theme`` has the look of each role.
package enum StyleRole: String, Hashable, Sendable, CaseIterable {
  case plain, faint, heading, title
  case selectedTitle = "selected-title"
  /// The bar beside the selected card.
  case selection
  case running
  /// A task needs a person.
  case attention
  case success, failure
  /// The measured and the estimated part of a progress bar, and its ends.
  case measured, estimated, frame
  case percent
  case keyName = "key"
  /// A question the monitor itself asks, and what was looked for.
  case prompt
  /// The monitor has something to say: a lost hub, a request that failed.
  case warning
}
