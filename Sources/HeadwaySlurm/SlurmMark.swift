package import HeadwayModel

/// The mark by which a job of Headway is found again: the task and the number of the launch that
/// submitted the job. The comment of the job is `headway:KEY.LAUNCH`.
///
/// The parts of a job array share the mark of one part. A job that Slurm runs once more keeps its mark.
package struct SlurmMark: Hashable, Sendable {
  /// The key of the task.
  package let key: TaskKey
  /// The number of the launch, at least 1.
  package let launch: Int

  /// Makes a mark.
  package init(_ key: TaskKey, launch: Int) { (self.key, self.launch) = (key, launch) }

  /// Reads `KEY.LAUNCH`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let key = TaskKey(parts[0]), let launch = Int(digits: parts[1]),
      launch > 0
    else { return nil }
    self.init(key, launch: launch)
  }
}

extension SlurmMark: CustomStringConvertible {
  /// The mark in a comment and in a file.
  package var description: String { "\(key).\(launch)" }
}
