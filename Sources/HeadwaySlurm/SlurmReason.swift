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
    "AccountNotAllowed": String(wire: "its account may not use this partition (AccountNotAllowed)"),
    "BadConstraints": String(wire: "no node has what it asks for (BadConstraints)"),
    "BurstBufferOperation": String(wire: "its burst buffer failed (BurstBufferOperation)"),
    "Constraints": String(wire: "no node has what it asks for (Constraints)"),
    "DeadLine": String(wire: "it can't end before its deadline (DeadLine)"),
    "InvalidAccount": String(wire: "its account isn't valid (InvalidAccount)"),
    "InvalidQOS": String(wire: "its QOS isn't valid (InvalidQOS)"),
    "MaxMemPerLimit": String(wire: "asks for more memory than a job may have (MaxMemPerLimit)"),
    "QOSNotAllowed": String(wire: "its QOS may not use this partition (QOSNotAllowed)"),
    "ReservationDeleted": String(wire: "its reservation was deleted (ReservationDeleted)"),
    "ReservationInvalid": String(wire: "its reservation isn't valid (ReservationInvalid)"),
  ]

  /// The reasons that pass by themselves.
  private static let passing = [
    "AccountingPolicy": String(wire: "a limit of its account (AccountingPolicy)"),
    "AssociationJobLimit": String(wire: "the job limit of its account (AssociationJobLimit)"),
    "AssociationResourceLimit":
      String(wire: "a resource limit of its account (AssociationResourceLimit)"),
    "AssociationTimeLimit": String(wire: "the time limit of its account (AssociationTimeLimit)"),
    "BurstBufferResources": String(wire: "a burst buffer (BurstBufferResources)"),
    "BurstBufferStageIn": String(wire: "its burst buffer to be filled (BurstBufferStageIn)"),
    "Cleaning": String(wire: "the end of its previous run (Cleaning)"),
    "FedJobLock": String(wire: "the other clusters (FedJobLock)"),
    "FrontEndDown": String(wire: "a front end that is down (FrontEndDown)"),
    "JobLaunchFailure": String(wire: "another start after one that failed (JobLaunchFailure)"),
    "Licenses": String(wire: "a license (Licenses)"),
    "NodeDown": String(wire: "a node that is down (NodeDown)"),
    "PowerNotAvail": String(wire: "power (PowerNotAvail)"),
    "PowerReserved": String(wire: "reserved power (PowerReserved)"),
    "Prolog": String(wire: "the preparation of its nodes (Prolog)"),
    "QOSJobLimit": String(wire: "the job limit of its QOS (QOSJobLimit)"),
    "QOSResourceLimit": String(wire: "a resource limit of its QOS (QOSResourceLimit)"),
    "QOSTimeLimit": String(wire: "the time limit of its QOS (QOSTimeLimit)"),
    "QOSUsageThreshold": String(wire: "the usage threshold of its QOS (QOSUsageThreshold)"),
    "ReqNodeNotAvail": String(wire: "a node that isn't available (ReqNodeNotAvail)"),
    "Reservation": String(wire: "its reservation (Reservation)"),
    "SchedDefer": String(wire: "the scheduler (SchedDefer)"),
    "SystemFailure": String(wire: "Slurm to recover from a failure (SystemFailure)"),
  ]

  /// Returns what a job waits for, for the card: "resources (main)". The reason itself is named if
  /// it isn't known.
  static func waitingWords(
    _ word: String, reason: SanitisedText, place: SanitisedText, job: SlurmJob
  ) -> String {
    let named = place.isBlank ? String(wire: "its partition") : place.string
    switch word {
    case "Resources": return String(wire: place.isBlank ? "resources" : "resources (\(named))")
    case "Priority": return String(wire: "its turn (priority)")
    case "Dependency":
      if let words = waitingWords(for: job.dependencies) { return words }
      let isSingle = job.dependency.string.hasPrefix("singleton")
      return String(
        wire: isSingle ? "the other jobs of its name (dependency)" : "another job (dependency)")
    case "PartitionDown":
      return String(wire: "partition \(named), which is down (PartitionDown)")
    case "PartitionInactive":
      return String(wire: "partition \(named), which is inactive (PartitionInactive)")
    case "PartitionNodeLimit":
      return String(wire: "nodes within the limits of \(named) (PartitionNodeLimit)")
    case "", "None":
      let isSentence = !reason.isBlank && word != "None"
      return isSentence ? sentence(reason) : String(wire: "the scheduler")
    case "JobArrayTaskLimit": return String(wire: "the limit of its array")
    default: return passing[word] ?? sharedLimit(word) ?? "Slurm (\(word))"
    }
  }

  /// Returns the words for a reason that Slurm writes as a sentence.
  private static func sentence(_ reason: SanitisedText) -> String {
    reason.string.lowercased().hasPrefix("nodes required for job are down")
      ? String(wire: "nodes that are down, drained or reserved") : "Slurm (\(reason))"
  }

  /// Returns `job 7 (dependency)`, `jobs 7 and 9 (dependency)` or `jobs 7, 9, 10 and 2 more
  /// (dependency)`; nil for no jobs.
  private static func waitingWords(for jobs: [String]) -> String? {
    guard let (listed, last) = parts(of: jobs) else { return nil }
    return switch jobs.count {
    case 1: String(wire: "job \(last) (dependency)")
    case 2...3: String(wire: "jobs \(listed) and \(last) (dependency)")
    default: String(wire: "jobs \(listed) and \(jobs.count - 3) more (dependency)")
    }
  }

  /// Returns the cause for a job that waits for jobs of which one didn't end as needed, with the word.
  static func unmet(_ jobs: [String], _ word: String) -> String {
    guard let (listed, last) = parts(of: jobs) else {
      return String(wire: "it needs another job, which didn't end as needed (\(word))")
    }
    return switch jobs.count {
    case 1: String(wire: "it needs job \(last), which didn't end as needed (\(word))")
    case 2...3:
      String(wire: "it needs jobs \(listed) and \(last), which didn't end as needed (\(word))")
    default:
      String(
        wire: """
          it needs jobs \(listed) and \(jobs.count - 3) more, which didn't end as needed (\(word))
          """)
    }
  }

  /// Returns the first jobs, at most three of them, and the last job; nil for no jobs.
  private static func parts(of jobs: [String]) -> (listed: String, last: String)? {
    guard let last = jobs.last else { return nil }
    let listed = jobs.count <= 3 ? jobs.dropLast() : jobs.prefix(3)
    return (listed.joined(separator: ", "), last)
  }

  /// Returns the cause for a limit that each job has to keep, with the word: `QOSMaxCpuPerJobLimit`,
  /// `AssocMaxMemPerNode`, `QOSMinGRES`. Nil for any other word.
  static func limitPerJob(_ word: String) -> String? {
    guard let (owner, rest) = owner(of: word) else { return nil }
    let resource = resource(rest)
    let plural = plurals[resource]
    if rest.hasPrefix("Min") {
      return plural.map { String(wire: "asks for fewer \($0) than \(owner) demands (\(word))") }
        ?? String(wire: "asks for less \(resource) than \(owner) demands (\(word))")
    }
    guard rest.hasPrefix("Max"), rest.contains("PerJob") || rest.contains("PerNode") else {
      return nil
    }
    let amount = plural ?? resource
    return rest.contains("PerNode")
      ? String(wire: "asks for more \(amount) than \(owner) allows on a node (\(word))")
      : String(wire: "asks for more \(amount) than \(owner) allows (\(word))")
  }

  /// Returns the words for a limit that several jobs share, with the word: `QOSGrpCpuLimit`,
  /// `QOSMaxJobsPerUserLimit`, `MaxGRESPerAccount`. Nil for any other word.
  static func sharedLimit(_ word: String) -> String? {
    if word.hasPrefix("Max"), word.hasSuffix("PerAccount") {
      return String(wire: "the \(resource(word)) limit of \(account) (\(word))")
    }
    guard let (owner, rest) = owner(of: word) else { return nil }
    let resource = resource(rest)
    if rest.hasPrefix("Grp") {
      return String(wire: "the shared \(resource) limit of \(owner) (\(word))")
    }
    guard rest.hasPrefix("Max") else { return nil }
    return rest.contains("PerUser")
      ? String(wire: "the \(resource) limit of \(owner) for each user (\(word))")
      : String(wire: "the \(resource) limit of \(owner) (\(word))")
  }

  private static func owner(of word: String) -> (owner: String, rest: Substring)? {
    if word.hasPrefix("QOS") { return (String(wire: "its QOS"), word.dropFirst(3)) }
    return word.hasPrefix("Assoc") ? (account, word.dropFirst(5)) : nil
  }

  private static let account = String(wire: "its account")

  /// The resources of limits: a part of the word, the name, and the name of a limit in minutes.
  private static let resources = [
    ("cpu", "CPU", String(wire: "CPU time")),
    ("mem", String(wire: "memory"), String(wire: "memory time")),
    ("node", String(wire: "node"), String(wire: "node time")),
    ("gres", "GRES", String(wire: "GRES time")),
    ("license", String(wire: "license"), String(wire: "license time")),
    ("wall", String(wire: "run time"), String(wire: "run time time")),
    ("billing", String(wire: "billing"), String(wire: "billing time")),
    ("energy", String(wire: "energy"), String(wire: "energy time")),
    ("bb", String(wire: "burst buffer"), String(wire: "burst buffer time")),
    ("job", String(wire: "job"), String(wire: "job time")),
    ("", String(wire: "resource"), String(wire: "resource time")),
  ]
  private static let plurals = [
    "CPU": String(wire: "CPUs"), "node": String(wire: "nodes"), "license": String(wire: "licenses"),
    "job": String(wire: "jobs"),
  ]

  /// Returns the resource that the word of a limit names. `PerJob` and `PerNode` aren't resources.
  private static func resource(_ word: some StringProtocol) -> String {
    var stem = word.lowercased()
    if let end = stem.firstRange(of: "per")?.lowerBound { stem = String(stem[..<end]) }
    guard let (_, name, time) = resources.first(where: { stem.contains($0.0) || $0.0.isEmpty })
    else { return stem }
    return stem.contains("minutes") ? time : name
  }
}
