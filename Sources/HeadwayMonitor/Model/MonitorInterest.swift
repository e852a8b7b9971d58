package import HeadwayModel

/// The tasks that a person can see in a monitor.
///
/// The monitor sends its interest to the hub. The hub reports tasks in view often (up to 60 Hz) and
/// all others about once a second, so a long list costs little.
///
/// ```swift
/// MonitorInterest(view: [backup.key, build.key], selected: build.key, isFocused: true)
/// ```
package struct MonitorInterest: Hashable, Sendable {
  /// The tasks in view, and the neighbours that one step of scrolling brings in.
  package var view: [TaskKey]
  /// The task of the selected card. Nil for an empty list.
  package var selected: TaskKey?
  /// Whether the terminal has the keyboard focus. Nil for a terminal that doesn't report focus.
  package var isFocused: Bool?

  package init(view: [TaskKey] = [], selected: TaskKey? = nil, isFocused: Bool? = nil) {
    (self.view, self.selected, self.isFocused) = (view, selected, isFocused)
  }
}
