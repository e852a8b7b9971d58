/// Which recordings must be read without a fault. Who adds a rule adds its recordings here.
enum KnownTools {
  /// Of Tests/Recordings/Progress.
  static let names: Set<String> = [
    "curl-bar", "dd", "pv", "pv-no-total", "rsync-progress2-tree", "tar-checkpoint", "tar-totals",
    "wget-dots", "wget-dots-mega", "xz",
  ]

  /// Of Tests/Recordings/Without, in which something is still taken for progress.
  static let misread: Set<String> = []
}
