import CCurses
package import HeadwayMonitor

extension Glyphs {
  /// Returns the glyphs that the environment can show: `.ascii` unless the locale is UTF-8
  /// (nl_langinfo(3)), `.narrow` on a console whose font has few characters, otherwise `.unicode`.
  /// Sets the locale's character type as a side effect.
  ///
  /// - Parameter terminal: the name of the terminal, as `TERM` has it.
  package static func ofLocale(terminal: String?) -> Glyphs {
    guard headway_curses_set_locale() else { return .ascii }
    return isConsole(terminal ?? "") ? .narrow : .unicode
  }

  /// Whether a terminal of this name is a console, or a program that runs on one.
  private static func isConsole(_ name: String) -> Bool {
    let consoles = ["linux", "cons", "vt100", "vt102", "vt220", "wsvt", "pcvt", "fbterm"]
    return consoles.contains { name.hasPrefix($0) || name.hasSuffix(".\($0)") }
  }
}
