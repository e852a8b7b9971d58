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
  private static func isMisleading(variable name: String) -> Bool {
    ["SBATCH_", "SQUEUE_", "SCANCEL_", "SACCT_", "SINFO_", "SCONTROL_", "SLURM_CLUSTERS"]
      .contains(where: name.hasPrefix)
  }

  /// Returns whether a command of Slurm gets an entry `NAME=VALUE` of the environment. Of ``environment``
  /// each name may be there only once.
  package static func keeps(entry: String, besidesOwn: Bool) -> Bool {
    let name = String(entry.prefix { $0 != "=" })
    return !isMisleading(variable: name)
      && !(besidesOwn && environment.contains { $0.name == name })
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
    "TimeLeft", "NumCPUs", "NumNodes", "RestartCnt", "exit_code", "Requeue", "Dependency",
    "Reason",
  ]
  private static let format = [
    "--Format=" + fields.map { "\($0):\u{1F}," }.joined()
      + "Comment:\(commentWidth),Name:\(nameWidth)\u{1E}"
  ]

  /// Reads the output of `squeue` with ``arguments``. `unreadable` counts the entries that aren't
  /// jobs. At most `limit` entries are read.
  package static func jobs(in output: [UInt8], limit: Int = lineLimit)
    -> (jobs: [SlurmJob], unreadable: Int)
  {
    var jobs: [SlurmJob] = []
    var entries = SlurmEntries(
      output, fieldCount: fields.count, textWidths: [commentWidth, nameWidth], limit: limit)
    var unreadable = 0
    while let entry = entries.next() {
      if let job = job(entry.fields, comment: entry.texts[0], name: entry.texts[1]) {
        jobs.append(job)
      } else {
        unreadable += 1
      }
    }
    return (jobs, unreadable + entries.unreadable)
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
    job.isRequeuable = values[12] == "1" ? true : values[12] == "0" ? false : nil
    job.dependency = SanitisedText(values[13], limit: .line)
    job.reason = SanitisedText(values[14])
    job.comment = SlurmText.cutField(comment)
    job.name = SanitisedText(SlurmText.cutField(name))
    return job
  }
}
