/// The recordings in which something is read wrong, late or not at all so far.
package enum KnownFaults {
  /// Of Tests/Recordings/Progress.
  package static let progress: Set<String> = [
    "rich-growing", "rpm",
  ]

  /// Of Tests/Recordings/Without, in which something is still taken for progress.
  package static let without: Set<String> = []

  /// Of Tests/Recordings/Progress, which aren't asked about in time once they only repeat their last
  /// line.
  package static let repeating: Set<String> = [
    "borg-check", "cargo-test", "enlighten", "imagemagick-monitor",
    "par2-verify", "phpunit", "prove", "pytest", "pytest-dots", "pytest-failures", "pytest-xdist",
    "resize2fs", "restic-check", "uv",
  ]
}
