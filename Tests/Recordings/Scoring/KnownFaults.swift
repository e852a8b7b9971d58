/// The recordings in which something is read wrong, late or not at all so far.
package enum KnownFaults {
  /// Of Tests/Recordings/Progress.
  package static let progress: Set<String> = [
    "apk", "aria2c-several", "bats", "buildkit", "buildkit-plain", "cargo-test", "click-several",
    "dnf", "e2fsck", "enlighten", "enlighten-parallel", "fastprogress", "ffmpeg-frames",
    "ffmpeg-setpts", "ffmpeg-ss", "ffmpeg-stream-loop", "ffmpeg-t", "ffmpeg-to", "ffmpeg-two-pass",
    "gdal-translate", "gdaladdo", "json-progress", "mafft", "mke2fs", "muscle", "optuna", "pacman",
    "parallel-eta", "percent-words", "phpunit", "prove-jobs", "pyprind", "pytest-dots",
    "pytest-xdist", "resize2fs", "rich-growing", "rich-packages", "rpm", "s3cmd", "shred",
    "sklearn-verbose", "terraform", "timestamped", "uv", "wget2", "x264-two-pass", "xfs-copy",
    "xz-german", "zstd-several",
  ]

  /// Of Tests/Recordings/Without, in which something is still taken for progress.
  package static let without: Set<String> = [
    "gauge-best", "gauge-f1", "gauge-level-meter", "gauge-replicas", "gauge-servo", "gauge-tank",
    "gauge-users", "table-histogram", "table-processors", "table-stats", "workers",
  ]

  /// Of Tests/Recordings/Progress, which aren't asked about in time once they only repeat their last
  /// line.
  package static let repeating: Set<String> = [
    "borg-check", "imagemagick-monitor", "par2-verify", "prove", "restic-check",
  ]
}
