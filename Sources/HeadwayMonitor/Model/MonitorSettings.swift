package import HeadwayModel

/// The settings of a monitor, fixed for its lifetime. The shell reads them from the config file and
/// the command line.
package struct MonitorSettings: Sendable {
  /// The characters for marks and bars, which depend on the terminal's encoding.
  package var glyphs: Glyphs
  /// The keys, including those of the config file.
  package var keys: KeyTable
  /// The height of cards. Nil chooses by the size of the screen.
  package var density: CardDensity?
  /// The time for which an ended card stays in the list.
  package var keepEnded: Duration
  /// The filter at the start. A person may type another one.
  package var filter: TaskQuery
  /// The largest text that a copy may hold, in bytes. tmux takes less than terminals do.
  package var clipboardByteLimit = ClipboardText.byteLimit
  /// The task in whose terminal the monitor runs. Nil outside of tasks.
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
