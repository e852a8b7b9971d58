import HeadwayWire

/// The comment line at the start of each page. It tells the pages of Headway from other files.
enum PageMark {
  /// The line. It is a comment of roff(7).
  static let line = "\(start)\(HeadwayRelease.version). headway man --install replaces this file."

  private static let start = #".\" A manual page of headway "#

  /// The first lines of the page that earlier versions installed without a mark.
  private static let unmarkedStart = ".Dd $Mdocdate$\n.Dt HEADWAY 1\n.Os\n.Sh NAME\n.Nm headway\n"

  /// Whether some version of Headway wrote the file.
  static func isOn(_ text: String) -> Bool {
    text.hasPrefix(start) || text.hasPrefix(unmarkedStart)
  }
}
