/// The recordings in which something is read wrong so far, and why.
enum KnownFaults {
  /// Of Tests/Recordings/Progress.
  static let progress: Set<String> = []

  /// Of Tests/Recordings/Without, in which something is still taken for progress.
  static let without: Set<String> = []
}
