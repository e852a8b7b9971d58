import HeadwaySystem

/// The width for lines on standard output.
enum TerminalWidth {
  /// The number of columns of the terminal on standard output. Nil if standard output isn't a
  /// terminal; lines for other programs are never cut.
  static var ofOutput: Int? {
    guard let size = try? WindowSize(of: 1), size.columns > 0 else { return nil }
    return Int(size.columns)
  }
}
