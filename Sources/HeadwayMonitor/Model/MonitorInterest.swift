package import HeadwayCore

/// What a person sees of a monitor.
package struct MonitorInterest: Hashable, Sendable {
  /// The tasks in view, and a few around them.
  package var view: [TaskKey]
  package var selected: TaskKey?
  /// Whether somebody looks at it; nil where the terminal doesn't say.
  package var isFocused: Bool?

  package init(view: [TaskKey] = [], selected: TaskKey? = nil, isFocused: Bool? = nil) {
    (self.view, self.selected, self.isFocused) = (view, selected, isFocused)
  }
}
