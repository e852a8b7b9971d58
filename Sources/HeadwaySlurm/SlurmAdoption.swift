package import HeadwayModel

/// The choice of jobs that others submitted and that Headway shows.
package enum SlurmAdoption {
  /// The largest number of live jobs that Headway shows without having been asked for each.
  package static let watchLimit = 1000

  /// The reason why a job isn't shown.
  package enum Refusal: Error, Hashable, Sendable {
    /// Slurm has no such job of this user.
    case unknown(SlurmJobID)
    /// The job is over.
    case over(SlurmJobID)
    /// A hub of Headway submitted the job, which is over.
    case own(SlurmJobID)
    /// A task is this job already.
    case known(SlurmJobID)
    /// The array has more elements than a job array may have here.
    case tooMany(Int)
    /// An identifier was given for several elements of an array.
    case identified(SlurmJobID)

    /// The reason as a sentence for people.
    package var words: SanitisedText {
      switch self {
      case .unknown(let id):
        SanitisedText(wire: "Slurm has no job \(id) of yours; see: squeue --me")
      case .over(let id):
        SanitisedText(wire: "job \(id) is over, and has no card; see: scontrol show job \(id)")
      case .own(let id):
        SanitisedText(wire: "job \(id) was a task of Headway, and is over; see: headway history")
      case .identified(let id):
        SanitisedText(wire: "--id is for one job, and \(id) is an array; name an element of it")
      case .known(let id): SanitisedText(wire: "job \(id) has a card already; see: headway list")
      case .tooMany(let count):
        SanitisedText(
          wire: """
            the array has \(count) elements, and \(ArrayPart.countLimit) are possible; name one of \
            them
            """)
      }
    }
  }

  /// Returns the live jobs that `id` names: a job, an element of an array, or all elements of an array
  /// that no task is yet.
  ///
  /// - Parameter isIdentified: whether the task gets an identifier, which only one task can have.
  package static func jobs(
    named id: SlurmJobID, among jobs: [SlurmJob], known: Set<SlurmJobID>,
    isIdentified: Bool = false
  ) throws(Refusal) -> [SlurmJob] {
    let named = jobs.filter { $0.id == id || id.index == nil && $0.id.number == id.number }
    guard !named.isEmpty else { throw .unknown(id) }
    let live = named.filter { !$0.state.isEnd }
    guard !live.isEmpty else {
      if named.contains(where: { $0.mark != nil }) { throw .own(id) }
      throw .over(id)
    }
    let chosen = live.filter { !known.contains($0.id) }
    guard !chosen.isEmpty else { throw .known(id) }
    guard chosen.count == 1 || !isIdentified else { throw .identified(id) }
    guard chosen.count <= ArrayPart.countLimit else { throw .tooMany(chosen.count) }
    return chosen
  }

  /// Returns the live jobs that no hub of Headway submitted and no task is yet, by their arrays. The
  /// oldest come first, and at most `room` jobs are chosen.
  package static func others(
    among jobs: [SlurmJob], known: Set<SlurmJobID>, room: Int
  ) -> [[SlurmJob]] {
    let live = jobs.filter { job in
      !job.state.isEnd && job.mark == nil && !known.contains(job.id)
    }
    let arrays = Dictionary(grouping: live, by: \.id.number).sorted { $0.key < $1.key }
    var room = room
    var chosen: [[SlurmJob]] = []
    for (_, jobs) in arrays where jobs.count <= room {
      chosen.append(jobs.sorted { ($0.id.index ?? -1) < ($1.id.index ?? -1) })
      room -= jobs.count
    }
    return chosen
  }
}
