package import HeadwayModel

/// A change of a job.
package enum SlurmNews: Hashable, Sendable {
  /// The job waits for something else, or has begun, or Slurm doesn't answer.
  case job(TaskKey, launch: Int, EngineJob)
  /// A job whose supervisor doesn't report here runs since then; nil if Slurm doesn't say since when.
  case began(TaskKey, launch: Int, at: WallTime?)
  /// Slurm has put the begun job back into its queue, because the run ended so. The next run has this
  /// number.
  case requeued(TaskKey, launch: Int, EngineJob, after: EndReason)
  /// The job reaches its time limit in Slurm then.
  case limit(TaskKey, endsAt: WallTime)
  /// The job has to be cancelled by Slurm itself: Slurm has suspended the job, so that nobody on its node
  /// can obey an order.
  case cancel(TaskKey, SlurmJobID)
  /// Slurm's queue no longer lists the job: ask its accounts, and note the outcome.
  case inquiry(TaskKey, SlurmJobID)
  /// The task is over. `words` say more than the end does.
  case ended(TaskKey, launch: Int, TaskEnding, words: SanitisedText?, endedAt: WallTime?)
}
