/// The recordings in which something is read wrong so far, and why.
enum KnownFaults {
  /// Of Tests/Recordings/Progress.
  static let progress: Set<String> = [
    // What they say once all is done isn't read.
    "7z-extract", "restic", "restic-json",
    // One of several bars is taken for the whole.
    "rich-several", "tqdm-parallel",
    // A reading among many within a blink.
    "swift-build",
  ]

  /// Of Tests/Recordings/Without, in which something is still taken for progress.
  static let without: Set<String> = [
    "cpu", "df-ascending", "df-repeated", "tap",
  ]
}
