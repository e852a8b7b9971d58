/// The recordings in which something is read wrong, late or not at all so far.
package enum KnownFaults {
  /// Of Tests/Recordings/Progress.
  package static let progress: Set<String> = [
    "apk", "apt-update", "aria2c-several", "aws-s3", "badblocks", "bats", "bazel", "buildkit",
    "buildkit-plain", "cargo-test", "click-several", "cmake-download", "curl-parallel", "dnf",
    "e2fsck", "e2image", "enlighten", "enlighten-parallel", "esptool", "exiftool",
    "fastprogress", "ffmpeg-frames", "ffmpeg-setpts", "ffmpeg-ss", "ffmpeg-stream-loop",
    "ffmpeg-t", "ffmpeg-to", "ffmpeg-two-pass", "flac", "fsarchiver", "gdal-translate",
    "gdaladdo", "genisoimage", "ghc", "git-filter-branch", "growisofs", "handbrake-two-pass",
    "hashcat", "imagemagick-monitor", "joblib", "john", "json-progress", "lftp-mirror", "lrzsz",
    "mafft", "maven", "mbuffer", "meson-test", "mke2fs", "mksquashfs", "mongodump", "muscle",
    "nextflow", "nmap", "ntfsclone", "ollama", "optuna", "opusenc", "pacman", "parallel-eta",
    "partclone", "percent-words", "phpunit", "prove", "prove-jobs", "pyprind", "pytest-dots",
    "pytest-xdist", "pytest-xdist-verbose", "qemu-img", "rclone", "rclone-one-line", "resize2fs",
    "rich-growing", "rich-packages", "rpm", "run-clang-tidy", "s3cmd", "scalpel", "shred",
    "sklearn-verbose", "snakemake", "spark", "terraform", "timestamped", "uv", "wget2", "wodim",
    "x264-two-pass", "xfs-copy", "xorriso", "xz-german", "zstd-several",
  ]

  /// Of Tests/Recordings/Without, in which something is still taken for progress.
  package static let without: Set<String> = [
    "gauge-best", "gauge-f1", "gauge-level-meter", "gauge-replicas", "gauge-servo", "gauge-tank",
    "gauge-users", "table-histogram", "table-processors", "table-stats", "workers",
  ]

  /// Of Tests/Recordings/Progress, which aren't asked about in time once they only repeat their last
  /// line.
  package static let repeating: Set<String> = ["borg-check", "par2-verify", "restic-check"]
}
