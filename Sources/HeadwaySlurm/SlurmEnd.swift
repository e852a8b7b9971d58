import HeadwayModel

/// The ends of jobs from `sacct`.
///
/// ``SlurmQueue`` already lists the jobs that ended within `MinJobAge`. `sacct` knows the jobs that the
/// controller has forgotten, where the cluster keeps accounts.
package enum SlurmEnd {
  /// The arguments of `sacct` for some jobs, at most ``SlurmQueue/jobLimit``.
  package static func accountArguments(for ids: [SlurmJobID]) -> [String] {
    let list = ids.prefix(SlurmQueue.jobLimit).map(\.description).joined(separator: ",")
    return [
      "--allocations", "--parsable2", "--noheader", "--delimiter=\u{1F}", "--jobs=\(list)",
      "--format=JobID,State,ExitCode,End,NodeList,Reason",
    ]
  }

  /// Reads the output of `sacct` with ``accountArguments(for:)``. No field is free text. Of several
  /// lines for one job the last counts.
  package static func outcomes(inAccounts output: [UInt8]) -> [SlurmJobID: SlurmOutcome] {
    var outcomes: [SlurmJobID: SlurmOutcome] = [:]
    let lines = output.split(separator: 0x0A, maxSplits: SlurmQueue.lineLimit)
    for line in lines.prefix(SlurmQueue.lineLimit) where line.count <= 8192 {
      let fields = line.split(separator: 0x1F, omittingEmptySubsequences: false)
      guard fields.count == 6, let id = SlurmJobID(SlurmText.field(fields[0])) else { continue }
      let values = fields.map(SlurmText.field)
      let words = values[1].split(separator: " ")
      guard let first = words.first else { continue }
      var outcome = SlurmOutcome(state: SlurmState(word: first.prefix { $0 != "+" }))
      if words.count == 3, words[1] == "by" { outcome.canceller = Int(digits: words[2]) }
      outcome.exit = outcome.state.isEnd ? SlurmText.exit(values[2]) : nil
      outcome.endedAt = outcome.state.isEnd ? SlurmText.time(values[3]) : nil
      outcome.node = SanitisedText(values[4] == "None assigned" ? "" : values[4])
      outcome.reason = SanitisedText(values[5])
      outcomes[id] = outcome
    }
    return outcomes
  }
}
