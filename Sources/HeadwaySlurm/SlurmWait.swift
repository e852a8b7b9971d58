package import HeadwayModel

/// The reason why a job isn't started, in words for people.
package struct SlurmWait: Hashable, Sendable {
  /// The words without their beginning: "resources (main), starts about 14:30", "until 14:30",
  /// "held". ``sentence`` has the beginning too.
  package var words: SanitisedText
  /// Whether the user or an administrator holds the job.
  package var isHeldByPerson = false
  /// Whether the job never starts by itself, because it asks for what it can't get or because Slurm
  /// itself holds it. False while that isn't certain.
  package var canNeverStart = false

  private var beginning = ""

  /// The whole sentence: "waits for resources (main), starts about 14:30", "waits until 14:30",
  /// "held", "can never start: asks for 64 CPUs, main has 2 (PartitionConfig)".
  package var sentence: SanitisedText { SanitisedText(beginning + words.string, limit: .line) }

  init(_ words: String, beginning: String) {
    self.words = SanitisedText(words, limit: .line)
    self.beginning = beginning
  }

  static func waits(for words: String) -> SlurmWait {
    SlurmWait(words, beginning: words.hasPrefix("until ") ? "waits " : "waits for ")
  }

  static func held(_ words: String) -> SlurmWait {
    var wait = SlurmWait(words, beginning: words == "held" ? "" : "waits for ")
    wait.isHeldByPerson = true
    return wait
  }

  static func never(_ words: String) -> SlurmWait {
    var wait = SlurmWait("can never start: \(words)", beginning: "")
    wait.canNeverStart = true
    return wait
  }

  static func heldBySlurm(_ words: String) -> SlurmWait {
    var wait = SlurmWait("held by Slurm: \(words)", beginning: "")
    wait.canNeverStart = true
    return wait
  }
}

extension SlurmJob {
  /// Returns why the job isn't started; nil for a job that doesn't wait.
  ///
  /// `partition` is the partition of the job, to say how much of what the job asks for it has.
  /// `timeWords` writes a time as its reader's clock shows it.
  package func wait(in partition: SlurmPartition? = nil, timeWords: (WallTime) -> String)
    -> SlurmWait?
  {
    if state == .configuring { return .waits(for: "its nodes to be ready") }
    guard state.isWaiting else { return nil }
    if let wait = stateWait { return wait }
    let word = SlurmReason.word(of: reason)
    if word == "BeginTime" {
      return .waits(for: startsAt.map { "until \(timeWords($0))" } ?? "its time (BeginTime)")
    }
    if let wait = certainWait(word, in: partition) { return wait }
    let place = partition?.name ?? self.partition
    let words = SlurmReason.waitingWords(word, reason: reason, place: place, job: self)
    let estimate = startsAt.map { ", starts about \(timeWords($0))" } ?? ""
    return .waits(for: words + estimate)
  }

  /// The states in which a job waits for a person, whatever its reason.
  private var stateWait: SlurmWait? {
    switch state {
    case .requeueHold: .heldBySlurm("put back into the queue (REQUEUE_HOLD)")
    case .specialExit: .heldBySlurm("put back into the queue (SPECIAL_EXIT)")
    case .reservationDeletedHold: .heldBySlurm("its reservation was deleted (RESV_DEL_HOLD)")
    default: nil
    }
  }

  /// The holds, and the reasons for which a job never starts.
  private func certainWait(_ word: String, in partition: SlurmPartition?) -> SlurmWait? {
    switch word {
    case "JobHeldUser": return .held("held")
    case "JobHeldAdmin": return .held("an administrator (held)")
    case "JobHoldMaxRequeue": return .heldBySlurm("put back too often (JobHoldMaxRequeue)")
    case "PartitionConfig", "PartitionNodeLimit":
      if let excess = excess(over: partition) { return .never("\(excess) (\(word))") }
      guard word == "PartitionConfig" else { return nil }
      let place = self.partition.isBlank ? "its partition" : self.partition.string
      return .never("\(place) has no nodes like those that it asks for (PartitionConfig)")
    case "PartitionTimeLimit": return .never("\(timeExcess(over: partition)) (\(word))")
    case "DependencyNeverSatisfied":
      let jobs = SlurmReason.list(dependencies, of: "job")
      return .never("it needs \(jobs ?? "another job"), which didn't end as needed (\(word))")
    default:
      if let cause = SlurmReason.impossibilities[word] ?? SlurmReason.limitPerJob(word) {
        return .never("\(cause) (\(word))")
      }
      let told = reason.string.lowercased()
      // "Job's account not permitted to use this partition (main allows a not b)" and its like.
      if told.hasPrefix("job's "), told.contains("use this partition") {
        return .never(reason.string)
      }
      guard told.contains("requeued held") || told.contains("requeued in held") else { return nil }
      return .heldBySlurm(reason.string)
    }
  }

  /// The request that the partition can't meet: "asks for 64 CPUs, main has 2". Nil if none is
  /// known.
  private func excess(over partition: SlurmPartition?) -> String? {
    guard let partition else { return nil }
    if let nodeCount {
      let asks = "asks for \(nodeCount) nodes, \(partition.name)"
      if nodeCount > partition.nodes { return "\(asks) has \(partition.nodes)" }
      if let limit = partition.nodeLimit, nodeCount > limit { return "\(asks) allows \(limit)" }
    }
    guard let cpus, cpus > partition.totalCPUs else { return nil }
    return "asks for \(cpus) CPUs, \(partition.name) has \(partition.totalCPUs)"
  }

  private func timeExcess(over partition: SlurmPartition?) -> String {
    let name = partition?.name ?? self.partition
    let place = name.isBlank ? "its partition" : name.string
    let asked = timeLeft.map { "asks for \($0.spoken)" } ?? "has no time limit"
    guard let limit = partition?.timeLimit else { return "\(asked), more than \(place) allows" }
    return "\(asked), \(place) allows \(limit.spoken)"
  }
}
