package import HeadwayModel

/// A job as squeue shows it.
package struct SlurmJob: Hashable, Sendable {
  /// The id of the job, or of the element of an array.
  package var id: SlurmJobID
  /// The state of the job.
  package var state: SlurmState
  /// The reason for which the job waits or ended, in Slurm's words; empty for none.
  package var reason: SanitisedText = .empty
  /// The partition, or several with commas while the job waits.
  package var partition: SanitisedText = .empty
  /// The nodes of the job, such as `n[1-3]`; empty while it waits.
  package var nodes: SanitisedText = .empty
  /// The number of nodes that the job has or asks for.
  package var nodeCount: Int?
  /// The number of CPUs that the job has or asks for.
  package var cpus: Int?
  /// The start of the job. An estimate while the job waits, and the requested time for a job with
  /// `--begin`. Nil if Slurm knows none.
  package var startsAt: WallTime?
  /// The end of the job. For a job that isn't over, the time at which its limit is reached. Nil if
  /// there is none.
  package var endsAt: WallTime?
  /// The rest of the time limit. The whole limit while the job waits. Nil for no limit.
  package var timeLeft: Duration?
  /// The number of times that Slurm has put the job back into its queue.
  package var restarts: Int?
  /// Whether Slurm requeues the job after a preemption or a failure of its node; nil if it didn't say.
  package var isRequeuable: Bool?
  /// The exit status of a job that is over; nil if Slurm doesn't know it.
  package var exit: ExitStatus?
  /// The dependencies that aren't met yet, in Slurm's form: `afterok:12(unfulfilled)`.
  package var dependency: SanitisedText = .empty
  /// The first ``SlurmQueue/commentWidth`` bytes of the job's comment.
  package var comment = ""
  /// The name of the job, cut at ``SlurmQueue/nameWidth`` bytes.
  package var name: SanitisedText = .empty

  /// Makes a job of which only the state is known.
  package init(id: SlurmJobID, state: SlurmState) { (self.id, self.state) = (id, state) }

  /// The mark in the comment of Headway's own jobs. Nil for jobs that others submitted.
  package var mark: SlurmMark? {
    comment.hasPrefix(SlurmSubmission.commentPrefix)
      ? SlurmMark(comment.dropFirst(SlurmSubmission.commentPrefix.count)) : nil
  }

  /// The jobs that have to end before this one, as squeue names them. At most 64.
  package var dependencies: [String] {
    let parts = dependency.string.split(maxSplits: 64) { $0 == "," || $0 == "?" }.prefix(64)
    let ids = parts.flatMap { part -> [String] in
      let ids = part.prefix { $0 != "(" }.split(separator: ":").dropFirst()
      return ids.map { id in String(id.prefix { $0 != "+" }) }
    }
    return Array(ids.prefix(64))
  }
}
