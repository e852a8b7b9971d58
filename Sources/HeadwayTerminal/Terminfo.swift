import CCurses

/// The terminals that terminfo knows (terminfo(5)).
package enum Terminfo {
  /// 0 for a terminal without colours; nil for one that isn't known. Not while a ``Screen`` is
  /// open.
  package static func colours(of terminal: String) -> Int? {
    let colours = headway_curses_colours(terminal)
    return colours == -2 ? nil : Int(max(0, colours))
  }
}
