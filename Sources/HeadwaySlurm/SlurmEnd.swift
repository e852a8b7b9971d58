import HeadwayModel

/// The ends of jobs from `scontrol` and `sacct`.
///
/// ``SlurmQueue`` already lists the jobs that ended within `MinJobAge`, without any doubt about
/// their names. `scontrol` is a way to ask about one job. `sacct` knows the jobs that the controller
/// has forgotten, where the cluster keeps accounts.
package enum SlurmEnd {
  /// The arguments of `scontrol` for a job.
  package static func controlArguments(for id: SlurmJobID) -> [String] {
    ["--oneliner", "show", "job", id.description]
  }

  /// The arguments of `sacct` for some jobs.
  package static func accountArguments(for ids: [SlurmJobID]) -> [String] {
    let list = ids.prefix(SlurmQueue.jobLimit).map(\.description).joined(separator: ",")
    return [
      "--allocations", "--parsable2", "--noheader", "--delimiter=\u{1F}", "--jobs=\(list)",
      "--format=JobID,State,ExitCode,End,NodeList,Reason",
    ]
  }

  private static let sizeLimit = 1 << 20

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

  /// Reads the output of `scontrol` with ``controlArguments(for:)``, for one job.
  ///
  /// The job's name is free text and comes before the state. A name that contains all the fields
  /// up to a state makes the line ambiguous. The result is nil then, as for any other text.
  package static func outcome(inControl output: [UInt8]) -> SlurmOutcome? {
    guard output.count <= sizeLimit else { return nil }
    let bytes = output[...]
    guard bytes.starts(with: "JobId=".utf8) else { return nil }
    guard let rest = afterName(bytes), let state = value(of: "JobState", in: rest) else {
      return nil
    }
    var outcome = SlurmOutcome(state: SlurmState(word: state))
    // Unlike squeue, scontrol writes a sentence with underscores for its spaces.
    let reason = (value(of: "Reason", in: rest, before: " Dependency=") ?? "")
      .replacing("_", with: " ")
    outcome.reason = SanitisedText(reason == "None" ? "" : reason)
    if outcome.state.isEnd {
      outcome.exit = value(of: "ExitCode", in: rest).flatMap { SlurmText.exit($0) }
      outcome.endedAt = value(of: "EndTime", in: rest).flatMap { SlurmText.time($0) }
    }
    let node = value(of: "NodeList", in: rest) ?? ""
    outcome.node = SanitisedText(node == "(null)" ? "" : node)
    return outcome
  }

  /// The fields between the name and the state, none of which is free text.
  private static let chain = [
    " UserId=", " GroupId=", " MCS_label=", " Priority=", " Nice=", " Account=", " QOS=",
  ]

  /// Returns the text from the space before the state on; nil if the place of the state isn't
  /// certain.
  private static func afterName(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let start = Array(" UserId=".utf8)
    var found: ArraySlice<UInt8>?
    var rest = bytes
    while let place = place(of: start, in: rest) {
      let candidate = rest[place...]
      if let state = afterChain(candidate) {
        guard found == nil else { return nil }
        found = state
      }
      rest = candidate.dropFirst()
    }
    return found
  }

  private static func afterChain(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = bytes
    for key in chain {
      guard rest.starts(with: key.utf8) else { return nil }
      rest = rest.dropFirst(key.utf8.count)
      guard let end = rest.prefix(512).firstIndex(of: UInt8(ascii: " ")) else { return nil }
      rest = rest[end...]
    }
    // Only clusters that track workload keys print them.
    if rest.starts(with: " WCKey=".utf8) {
      guard let end = rest.dropFirst().prefix(512).firstIndex(of: UInt8(ascii: " ")) else {
        return nil
      }
      rest = rest[end...]
    }
    return rest.starts(with: " JobState=".utf8) ? rest : nil
  }

  /// Returns the first value of a key. It ends at a space, or at `end`.
  private static func value(
    of key: String, in bytes: ArraySlice<UInt8>, before end: String = " "
  ) -> String? {
    let label = Array(" \(key)=".utf8)
    guard let start = place(of: label, in: bytes) else { return nil }
    let rest = bytes[start...].dropFirst(label.count).prefix(4096)
    let length = place(of: Array(end.utf8), in: rest) ?? rest.endIndex
    return String(decoding: rest[..<length], as: UTF8.self)
  }

  private static func place(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = pattern.first else { return nil }
    var rest = bytes
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: pattern) { return start }
      rest = rest.dropFirst()
    }
    return nil
  }
}
