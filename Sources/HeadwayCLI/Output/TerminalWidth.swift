import HeadwaySystem

enum TerminalWidth {
  /// Of the terminal that standard output is; nil where it is none, and what is read on is never cut.
  static var ofOutput: Int? {
    guard let size = try? WindowSize(of: 1), size.columns > 0 else { return nil }
    return Int(size.columns)
  }
}
