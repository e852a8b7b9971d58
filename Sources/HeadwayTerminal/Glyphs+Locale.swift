import CCurses
package import HeadwayMonitor

extension Glyphs {
  /// Returns the glyphs that the locale of the environment can show: `.unicode` in UTF-8, otherwise
  /// `.ascii` (nl_langinfo(3)). Sets the locale's character type as a side effect.
  package static func ofLocale() -> Glyphs {
    headway_curses_set_locale() ? .unicode : .ascii
  }
}
