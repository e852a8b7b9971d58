import HeadwayModel

/// The one question that Headway asks of Slurm again and again: `squeue` for all jobs of the user.
///
/// A job's name and comment are free text: they may contain line breaks and every separator. Both
/// are therefore printed last and with a fixed width in bytes, so that no text can look like another
/// job. Jobs that ended within the cluster's `MinJobAge` are listed too.
package enum SlurmQueue {
  /// The arguments of `squeue` for all jobs of the user.
  package static let arguments = ["--me", "--array", "--noheader", "--states=all"] + format

  /// The variables with which each of Slurm's commands runs: messages in English, and times in
  /// seconds since 1970.
  package static let environment = [
    (name: "LC_ALL", value: "C"), (name: "SLURM_TIME_FORMAT", value: "%s"),
  ]

  /// Returns whether a variable of the environment would change what Slurm's commands do. Such
  /// variables aren't passed on: `SQUEUE_PARTITION` hides jobs, `SBATCH_ARRAY_INX` makes an array.
  package static func isMisleading(variable name: String) -> Bool {
    ["SBATCH_", "SQUEUE_", "SCANCEL_", "SACCT_", "SINFO_", "SCONTROL_", "SLURM_CLUSTERS"]
      .contains(where: name.hasPrefix)
  }

  /// The largest number of jobs in a question for some jobs.
  package static let jobLimit = 1000
  /// The largest number of jobs that are read.
  package static let lineLimit = 50_000
  /// The width of the comment in bytes.
  package static let commentWidth = 64
  /// The width of the name in bytes.
  package static let nameWidth = 200

  private static let fields = [
    "ArrayJobID", "ArrayTaskID", "State", "Partition", "NodeList", "StartTime", "EndTime",
    "TimeLeft", "NumCPUs", "NumNodes", "RestartCnt", "exit_code", "Dependency", "Reason",
  ]
  private static let format = [
    "--Format=" + fields.map { "\($0):\u{1F}," }.joined()
      + "Comment:\(commentWidth),Name:\(nameWidth)\u{1E}"
  ]
  private static let separator: UInt8 = 0x1F
  private static let terminator: UInt8 = 0x1E
  private static let newline: UInt8 = 0x0A
  private static let fieldLimit = 8192

  /// Reads the output of `squeue` with ``arguments``.
  ///
  /// `unreadable` counts the entries that aren't jobs. At most `limit` entries are read. Reading ends at an entry whose name doesn't
  /// end where it must, because the rest could be text of that name.
  package static func jobs(in output: [UInt8], limit: Int = lineLimit)
    -> (jobs: [SlurmJob], unreadable: Int)
  {
    var (jobs, unreadable) = ([SlurmJob](), 0)
    var rest = output[...]
    while !rest.isEmpty {
      guard jobs.count + unreadable < limit else { return (jobs, unreadable + 1) }
      guard let values = head(of: &rest) else {
        let line = rest.firstIndex(of: newline) ?? rest.endIndex
        if rest[..<line].contains(where: { $0 > 0x20 }) { unreadable += 1 }
        rest = rest[line...].dropFirst()
        continue
      }
      let comment = rest.prefix(commentWidth)
      let name = rest.dropFirst(commentWidth).prefix(nameWidth)
      rest = rest.dropFirst(commentWidth + nameWidth)
      guard rest.popFirst() == terminator, rest.popFirst() ?? newline == newline else {
        return (jobs, unreadable + 1)
      }
      if let job = job(values, comment: comment, name: name) {
        jobs.append(job)
      } else {
        unreadable += 1
      }
    }
    return (jobs, unreadable)
  }

  /// Takes the fields before the free text; nil if the line ends before them.
  private static func head(of output: inout ArraySlice<UInt8>) -> [String]? {
    var rest = output
    var values: [String] = []
    for _ in fields {
      guard
        let end = rest.prefix(fieldLimit).firstIndex(where: { $0 == separator || $0 == newline }),
        rest[end] == separator
      else { return nil }
      values.append(SlurmText.field(rest[..<end]))
      rest = rest[end...].dropFirst()
    }
    output = rest
    return values
  }

  private static func job(
    _ values: [String], comment: ArraySlice<UInt8>, name: ArraySlice<UInt8>
  ) -> SlurmJob? {
    guard values.count == fields.count, let number = Int(digits: values[0]),
      values[1].isEmpty || Int(digits: values[1]) != nil,
      let id = SlurmJobID(number: number, index: Int(digits: values[1])),
      !values[2].isEmpty
    else { return nil }
    var job = SlurmJob(id: id, state: SlurmState(word: values[2]))
    job.partition = SanitisedText(values[3])
    job.nodes = SanitisedText(values[4])
    job.startsAt = SlurmText.time(values[5])
    job.endsAt = SlurmText.time(values[6])
    job.timeLeft = SlurmText.duration(values[7])
    job.cpus = Int(digits: values[8])
    job.nodeCount = Int(digits: values[9])
    job.restarts = Int(digits: values[10])
    job.exit = job.state.isEnd ? SlurmText.exit(values[11]) : nil
    job.dependency = SanitisedText(values[12], limit: .line)
    job.reason = SanitisedText(values[13])
    job.comment = SlurmText.cutField(comment)
    job.name = SanitisedText(SlurmText.cutField(name))
    return job
  }
}
