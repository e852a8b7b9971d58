import HeadwayModel

/// The reasons for which Slurm doesn't start a job (slurm.schedmd.com/job_reason_codes.html).
enum SlurmReason {
  /// Returns the code of a reason: the text before `, UnavailableNodes:n1` and the like.
  static func word(of reason: SanitisedText) -> String {
    let trimmed = reason.string.drop { $0 == "(" || $0 == " " }
    let word = trimmed.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let rest = trimmed.dropFirst(word.count)
    return rest.isEmpty || rest.hasPrefix(",") || rest.hasPrefix(")") ? String(word) : ""
  }

  /// The reasons for which a job never starts by itself, with their causes.
  static let impossibilities = [
    "AccountNotAllowed": "its account may not use this partition",
    "BadConstraints": "no node has what it asks for",
    "BurstBufferOperation": "its burst buffer failed",
    "Constraints": "no node has what it asks for",
    "DeadLine": "it can't end before its deadline",
    "InvalidAccount": "its account isn't valid",
    "InvalidQOS": "its QOS isn't valid",
    "MaxMemPerLimit": "asks for more memory than a job may have",
    "QOSNotAllowed": "its QOS may not use this partition",
    "ReservationDeleted": "its reservation was deleted",
    "ReservationInvalid": "its reservation isn't valid",
  ]

  /// The reasons that pass by themselves.
  private static let passing = [
    "AccountingPolicy": "a limit of its account",
    "AssociationJobLimit": "the job limit of its account",
    "AssociationResourceLimit": "a resource limit of its account",
    "AssociationTimeLimit": "the time limit of its account",
    "BurstBufferResources": "a burst buffer",
    "BurstBufferStageIn": "its burst buffer to be filled",
    "Cleaning": "the end of its previous run",
    "FedJobLock": "the other clusters",
    "FrontEndDown": "a front end that is down",
    "JobArrayTaskLimit": "the limit of its array",
    "JobLaunchFailure": "another start after one that failed",
    "Licenses": "a license",
    "NodeDown": "a node that is down",
    "None": "the scheduler",
    "PowerNotAvail": "power",
    "PowerReserved": "reserved power",
    "Prolog": "the preparation of its nodes",
    "QOSJobLimit": "the job limit of its QOS",
    "QOSResourceLimit": "a resource limit of its QOS",
    "QOSTimeLimit": "the time limit of its QOS",
    "QOSUsageThreshold": "the usage threshold of its QOS",
    "ReqNodeNotAvail": "a node that isn't available",
    "Reservation": "its reservation",
    "SchedDefer": "the scheduler",
    "SystemFailure": "Slurm to recover from a failure",
  ]

  /// Returns what a job waits for, for the card: "resources (main)". The reason itself is named if
  /// it isn't known.
  static func waitingWords(
    _ word: String, reason: SanitisedText, place: SanitisedText, job: SlurmJob
  ) -> String {
    let named = place.isBlank ? "its partition" : place.string
    switch word {
    case "Resources": return place.isBlank ? "resources" : "resources (\(named))"
    case "Priority": return "its turn (priority)"
    case "Dependency":
      if let jobs = list(job.dependencies, of: "job") { return "\(jobs) (dependency)" }
      let isSingle = job.dependency.string.hasPrefix("singleton")
      return isSingle ? "the other jobs of its name (dependency)" : "another job (dependency)"
    case "PartitionDown": return "partition \(named), which is down (PartitionDown)"
    case "PartitionInactive": return "partition \(named), which is inactive (PartitionInactive)"
    case "PartitionNodeLimit": return "nodes within the limits of \(named) (PartitionNodeLimit)"
    case "", "None": return reason.isBlank || word == "None" ? "the scheduler" : sentence(reason)
    case "JobArrayTaskLimit": return "the limit of its array"
    default:
      let words = passing[word] ?? sharedLimit(word)
      return words.map { "\($0) (\(word))" } ?? "Slurm (\(word))"
    }
  }

  /// Returns the words for a reason that Slurm writes as a sentence.
  private static func sentence(_ reason: SanitisedText) -> String {
    reason.string.lowercased().hasPrefix("nodes required for job are down")
      ? "nodes that are down, drained or reserved" : "Slurm (\(reason))"
  }

  /// Returns `job 7`, `jobs 7 and 9` or `jobs 7, 9, 10 and 2 more`; nil for none.
  static func list(_ names: [String], of noun: String) -> String? {
    guard let first = names.first, let last = names.last else { return nil }
    if names.count == 1 { return "\(noun) \(first)" }
    if names.count <= 3 {
      return "\(noun)s \(names.dropLast().joined(separator: ", ")) and \(last)"
    }
    return "\(noun)s \(names.prefix(3).joined(separator: ", ")) and \(names.count - 3) more"
  }

  /// Returns the cause for a limit that each job has to keep: `QOSMaxCpuPerJobLimit`,
  /// `AssocMaxMemPerNode`, `QOSMinGRES`. Nil for any other word.
  static func limitPerJob(_ word: String) -> String? {
    guard let (owner, rest) = owner(of: word) else { return nil }
    let resource = resource(rest)
    let plural = ["CPU": "CPUs", "node": "nodes", "license": "licenses", "job": "jobs"][resource]
    if rest.hasPrefix("Min") {
      let amount = plural.map { "fewer \($0)" } ?? "less \(resource)"
      return "asks for \(amount) than \(owner) demands"
    }
    guard rest.hasPrefix("Max"), rest.contains("PerJob") || rest.contains("PerNode") else {
      return nil
    }
    let scope = rest.contains("PerNode") ? " on a node" : ""
    return "asks for more \(plural ?? resource) than \(owner) allows\(scope)"
  }

  /// Returns the words for a limit that several jobs share: `QOSGrpCpuLimit`,
  /// `QOSMaxJobsPerUserLimit`, `MaxGRESPerAccount`. Nil for any other word.
  static func sharedLimit(_ word: String) -> String? {
    if word.hasPrefix("Max"), word.hasSuffix("PerAccount") {
      return "the \(resource(word)) limit of its account"
    }
    guard let (owner, rest) = owner(of: word) else { return nil }
    if rest.hasPrefix("Grp") { return "the shared \(resource(rest)) limit of \(owner)" }
    guard rest.hasPrefix("Max") else { return nil }
    let scope = rest.contains("PerUser") ? " for each user" : ""
    return "the \(resource(rest)) limit of \(owner)\(scope)"
  }

  private static func owner(of word: String) -> (owner: String, rest: Substring)? {
    if word.hasPrefix("QOS") { return ("its QOS", word.dropFirst(3)) }
    return word.hasPrefix("Assoc") ? ("its account", word.dropFirst(5)) : nil
  }

  private static let resources = [
    ("cpu", "CPU"), ("mem", "memory"), ("node", "node"), ("gres", "GRES"), ("license", "license"),
    ("wall", "run time"), ("billing", "billing"), ("energy", "energy"), ("bb", "burst buffer"),
    ("job", "job"),
  ]

  /// Returns the resource that the word of a limit names. `PerJob` and `PerNode` aren't resources.
  private static func resource(_ word: some StringProtocol) -> String {
    var stem = word.lowercased()
    if let end = stem.firstRange(of: "per")?.lowerBound { stem = String(stem[..<end]) }
    let name = resources.first { stem.contains($0.0) }?.1 ?? "resource"
    return stem.contains("minutes") ? "\(name) time" : name
  }
}
