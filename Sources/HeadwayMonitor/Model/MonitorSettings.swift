/// What the shell decides for the monitor, once.
package struct MonitorSettings: Sendable {
  package var glyphs: Glyphs
  /// Nil: as the size of the screen allows.
  package var density: CardDensity?
  /// How long an ended card stays after its end.
  package var keepEnded: Duration

  package init(
    glyphs: Glyphs = .unicode, density: CardDensity? = nil,
    keepEnded: Duration = .seconds(15 * 60)
  ) {
    self.glyphs = glyphs
    self.density = density
    self.keepEnded = keepEnded
  }
}
