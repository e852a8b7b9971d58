package import HeadwayModel

/// The things that Headway asks once about a job that somebody else submitted.
package struct SlurmDetails: Hashable, Sendable {
  /// The command of the job with its arguments; empty if Slurm doesn't know it.
  package var command: SanitisedText = .empty
  /// The working directory of the job; empty if Slurm doesn't know it.
  package var directory: SanitisedText = .empty
  /// The file into which the job writes; nil if its path isn't known for certain.
  package var output: SlurmOutputFile?

  /// Makes details of which nothing is known.
  package init() {}
}

extension SlurmDetails {
  /// Returns the arguments of `squeue` for the details of some jobs, at most
  /// ``SlurmQueue/jobLimit``.
  package static func arguments(for ids: [SlurmJobID]) -> [String] {
    let list = ids.prefix(SlurmQueue.jobLimit).map(\.description).joined(separator: ",")
    let fields = ["ArrayJobID", "ArrayTaskID", "JobID", "UserName"].map { "\($0):\u{1F}," }.joined()
    let texts = "WorkDir:\(textWidth),STDOUT:\(textWidth),Command:\(textWidth)\u{1E}"
    return [
      "--me", "--array", "--noheader", "--states=all", "--jobs=\(list)",
      "--Format=\(fields)\(texts)",
    ]
  }

  /// Reads the output of `squeue` with ``arguments(for:)``.
  package static func details(in output: [UInt8]) -> [SlurmJobID: SlurmDetails] {
    var found: [SlurmJobID: SlurmDetails] = [:]
    let widths = Array(repeating: textWidth, count: 3)
    var entries = SlurmEntries(
      output, fieldCount: 4, textWidths: widths, limit: SlurmQueue.jobLimit)
    while let entry = entries.next() {
      guard let number = Int(digits: entry.fields[0]),
        let id = SlurmJobID(number: number, index: Int(digits: entry.fields[1])),
        let own = Int(digits: entry.fields[2])
      else { continue }
      var details = SlurmDetails()
      details.directory = SanitisedText(SlurmText.cutField(entry.texts[0]), limit: .line)
      details.command = SanitisedText(SlurmText.cutField(entry.texts[2]), limit: .line)
      details.output = SlurmOutputFile(entry.texts[1], own: own, user: entry.fields[3])
      found[id] = details
    }
    return found
  }

  /// The width of each text in bytes.
  static let textWidth = 2048
}

/// The file into which a job writes, in the form in which `sbatch --output` takes it.
///
/// Slurm replaces `%j` and the like when the job starts (sbatch(1), FILENAME PATTERN).
package struct SlurmOutputFile: Hashable, Sendable {
  private let pattern: String
  /// The number of the job, which differs from that of its array.
  private let own: Int
  private let user: String

  /// Reads a padded text of squeue; nil for a text that is cut, isn't UTF-8, or isn't an absolute
  /// path.
  init?(_ text: ArraySlice<UInt8>, own: Int, user: String) {
    guard text.last == UInt8(ascii: " "), text.first == UInt8(ascii: "/") else { return nil }
    var bytes = text
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    guard let pattern = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      return nil
    }
    (self.pattern, self.own, self.user) = (pattern, own, user)
  }

  /// The path of the file; nil if it depends on something that isn't known, such as the name of one of
  /// several nodes.
  package func path(of job: SlurmJob) -> String? {
    // A backslash keeps Slurm from replacing anything, and is taken out.
    if pattern.contains("\\") { return pattern.replacing("\\", with: "") }
    if let index = job.id.index, let start = pattern.start(ofSuffix: "/slurm-\(own).out") {
      // A job without an output file of its own: squeue shows the name for a job that isn't an array.
      return "\(pattern[..<start])/slurm-\(job.id.number)_\(index).out"
    }
    var path = ""
    var rest = pattern[...]
    while let percent = rest.firstIndex(of: "%") {
      path += rest[..<percent]
      rest = rest[percent...].dropFirst()
      let width = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(width.count)
      guard let letter = rest.popFirst(), width.utf8.count <= 1,
        let value = value(of: letter, job)
      else { return nil }
      let missing = "Aajnt".contains(letter) ? (Int(width) ?? 0) - value.utf8.count : 0
      path += String(repeating: "0", count: max(0, missing)) + value
    }
    path += rest
    return path.utf8.count < 4096 ? path : nil
  }

  private func value(of letter: Character, _ job: SlurmJob) -> String? {
    switch letter {
    case "%": "%"
    case "A": "\(job.id.number)"
    case "a": job.id.index.map { "\($0)" }
    // A waiting element gets a number of its own when it starts.
    case "j": job.id.index != nil && job.state.isWaiting ? nil : "\(own)"
    case "N": Self.isOneNode(job.nodes.string) ? job.nodes.string : nil
    case "n", "t": "0"
    case "u": user.isEmpty ? nil : user
    case "x":
      job.name.string.utf8.count < SlurmQueue.nameWidth ? job.name.string : nil
    default: nil
    }
  }

  private static func isOneNode(_ nodes: String) -> Bool {
    !nodes.isEmpty && !nodes.contains { ",[]".contains($0) }
  }
}

extension String {
  /// The index at which the suffix begins; nil if the text doesn't end so.
  fileprivate func start(ofSuffix suffix: String) -> String.Index? {
    hasSuffix(suffix) ? index(endIndex, offsetBy: -suffix.count) : nil
  }
}
