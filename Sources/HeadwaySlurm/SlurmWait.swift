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
    var wait = SlurmWait(String(wire: "can never start: \(words)"), beginning: "")
    wait.canNeverStart = true
    return wait
  }

  static func heldBySlurm(_ words: String) -> SlurmWait {
    var wait = SlurmWait(String(wire: "held by Slurm: \(words)"), beginning: "")
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
    if state == .configuring { return .waits(for: String(wire: "its nodes to be ready")) }
    guard state.isWaiting else { return nil }
    if let wait = stateWait { return wait }
    let word = SlurmReason.word(of: reason)
    if word == "BeginTime" {
      guard let startsAt else { return .waits(for: String(wire: "its time (BeginTime)")) }
      return .waits(for: String(wire: "until \(timeWords(startsAt))"))
    }
    if let wait = certainWait(word, in: partition) { return wait }
    let place = partition?.name ?? self.partition
    let words = SlurmReason.waitingWords(word, reason: reason, place: place, job: self)
    guard let startsAt else { return .waits(for: words) }
    return .waits(for: String(wire: "\(words), starts about \(timeWords(startsAt))"))
  }

  /// The states in which a job waits for a person, whatever its reason.
  private var stateWait: SlurmWait? {
    switch state {
    case .requeueHold: .heldBySlurm(String(wire: "put back into the queue (REQUEUE_HOLD)"))
    case .specialExit: .heldBySlurm(String(wire: "put back into the queue (SPECIAL_EXIT)"))
    case .reservationDeletedHold:
      .heldBySlurm(String(wire: "its reservation was deleted (RESV_DEL_HOLD)"))
    default: nil
    }
  }

  /// The holds, and the reasons for which a job never starts.
  private func certainWait(_ word: String, in partition: SlurmPartition?) -> SlurmWait? {
    switch word {
    case "JobHeldUser": return .held(String(wire: "held"))
    case "JobHeldAdmin": return .held(String(wire: "an administrator (held)"))
    case "JobHoldMaxRequeue":
      return .heldBySlurm(String(wire: "put back too often (JobHoldMaxRequeue)"))
    case "PartitionConfig", "PartitionNodeLimit":
      if let excess = excess(over: partition, word) { return .never(excess) }
      guard word == "PartitionConfig" else { return nil }
      let place = self.partition.isBlank ? String(wire: "its partition") : self.partition.string
      return .never(
        String(wire: "\(place) has no nodes like those that it asks for (PartitionConfig)"))
    case "PartitionTimeLimit": return .never(timeExcess(over: partition))
    case "DependencyNeverSatisfied":
      return .never(SlurmReason.unmet(dependencies, word))
    default:
      if let cause = SlurmReason.impossibilities[word] ?? SlurmReason.limitPerJob(word) {
        return .never(cause)
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

  /// The request that the partition can't meet, with the word of the reason: "asks for 64 CPUs, main
  /// has 2 (PartitionConfig)". Nil if none is known.
  private func excess(over partition: SlurmPartition?, _ word: String) -> String? {
    guard let partition else { return nil }
    let name = partition.name
    if let nodeCount {
      let nodes = partition.nodes
      if nodeCount > nodes {
        return String(wire: "asks for \(nodeCount) nodes, \(name) has \(nodes) (\(word))")
      }
      if let limit = partition.nodeLimit, nodeCount > limit {
        return String(wire: "asks for \(nodeCount) nodes, \(name) allows \(limit) (\(word))")
      }
    }
    guard let cpus, cpus > partition.totalCPUs else { return nil }
    return String(wire: "asks for \(cpus) CPUs, \(name) has \(partition.totalCPUs) (\(word))")
  }

  private func timeExcess(over partition: SlurmPartition?) -> String {
    let name = partition?.name ?? self.partition
    let place = name.isBlank ? String(wire: "its partition") : name.string
    return switch (timeLeft?.spoken, partition?.timeLimit?.spoken) {
    case (let time?, let limit?):
      String(wire: "asks for \(time), \(place) allows \(limit) (PartitionTimeLimit)")
    case (let time?, nil):
      String(wire: "asks for \(time), more than \(place) allows (PartitionTimeLimit)")
    case (nil, let limit?):
      String(wire: "has no time limit, \(place) allows \(limit) (PartitionTimeLimit)")
    case (nil, nil):
      String(wire: "has no time limit, more than \(place) allows (PartitionTimeLimit)")
    }
  }
}
