import HeadwayModel

/// The search for the job of a submission whose outcome a hub doesn't know: the hub before died, or
/// `sbatch` got no answer.
///
/// A task must never run twice, so that an uncertain outcome is never taken for a job that doesn't
/// exist.
///
/// ```swift
/// switch trace.finding(among: jobs, index: nil, age: .seconds(5)) { … }
/// ```
package struct SlurmSearch: Hashable, Sendable {
  /// The mark in the comment of the job.
  package var mark: SlurmMark
  /// Whether the supervisor of the job has left a trace here.
  package var hasBegun: Bool
  /// Whether the submission was refused. A job that got through all the same doesn't run, if its node
  /// sees that.
  package var isRefused: Bool
  /// Whether the node sees the folders of the hub's machine.
  package var sharesFolder: Bool

  /// Makes a search.
  package init(mark: SlurmMark, hasBegun: Bool, isRefused: Bool, sharesFolder: Bool) {
    (self.mark, self.hasBegun) = (mark, hasBegun)
    (self.isRefused, self.sharesFolder) = (isRefused, sharesFolder)
  }

  /// The time for which an `sbatch` of an earlier hub may still be at work.
  package static let submissionPatience: Duration = .seconds(90)

  /// The outcome of a search after a death of the hub.
  package enum Finding: Hashable, Sendable {
    /// Slurm has the job.
    case found(SlurmJob)
    /// The next look knows more.
    case later
    /// Slurm never had the job, or the job doesn't run: the task is submitted.
    case absent
    /// Slurm may have run the job, and knows nothing of it.
    case unknown
  }

  /// Returns the outcome of a look with all jobs of the user.
  ///
  /// - Parameters:
  ///   - index: the index of the wanted element of a job array; nil for a job on its own.
  ///   - age: the time since the hub was about to submit the job; nil if it never was.
  package func finding(among jobs: [SlurmJob], index: Int?, age: Duration?) -> Finding {
    let found = jobs.first { $0.mark == mark && $0.id.index == index }
    if isRefused, !hasBegun, sharesFolder || found?.state.isWaiting == true { return .absent }
    if let found { return .found(found) }
    if hasBegun { return .unknown }
    guard let age else { return .absent }
    if age < Self.submissionPatience { return .later }
    // Slurm forgets no job earlier than this after its end, and a job that began here left a trace.
    return sharesFolder && age < SlurmBoard.shortestMemory ? .absent : .unknown
  }

  /// The outcome of a search before a refused submission is made once more.
  package enum Earlier: Hashable, Sendable {
    /// No such job runs. The jobs with these numbers wait, and are to be cancelled.
    case gone(withdrawing: [Int])
    /// The job with this number has begun: it is the task's.
    case begun(Int)
    /// A job has begun, or may have, and Slurm doesn't know it.
    case unknown
  }

  /// Returns what became of an earlier try, from a look with all jobs of the user.
  package func earlierTry(among jobs: [SlurmJob]) -> Earlier {
    let own = jobs.filter { $0.mark == mark }
    if let begun = own.first(where: { hasBegun || !sharesFolder && !$0.state.isWaiting }) {
      return .begun(begun.id.number)
    }
    if hasBegun || !sharesFolder && own.isEmpty { return .unknown }
    return .gone(withdrawing: Set(own.filter { !$0.state.isEnd }.map(\.id.number)).sorted())
  }
}
