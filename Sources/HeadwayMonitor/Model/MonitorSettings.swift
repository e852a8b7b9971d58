package import HeadwayCore

/// What the shell decides for the monitor, once.
package struct MonitorSettings: Sendable {
  package var glyphs: Glyphs
  package var keys: KeyTable
  /// Nil: as the size of the screen allows.
  package var density: CardDensity?
  /// How long an ended card stays after its end.
  package var keepEnded: Duration
  /// What is listed at first; a person may filter otherwise.
  package var filter: TaskQuery
  /// How much is copied at once, in bytes.
  package var clipboardByteLimit = ClipboardText.byteLimit
  /// The task in whose terminal the monitor runs.
  package var surroundingTask: TaskKey?

  package init(
    glyphs: Glyphs = .unicode, keys: KeyTable = .standard, density: CardDensity? = nil,
    keepEnded: Duration = .seconds(15 * 60), filter: TaskQuery = .everything,
    surroundingTask: TaskKey? = nil
  ) {
    self.glyphs = glyphs
    self.keys = keys
    self.density = density
    self.keepEnded = keepEnded
    self.filter = filter
    self.surroundingTask = surroundingTask
  }
}
