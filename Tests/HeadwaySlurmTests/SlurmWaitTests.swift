import HeadwayModel
import HeadwaySlurm
import Testing

/// Why a job isn't started.
@Suite struct SlurmWaitTests {
  private func clock(_ time: WallTime) -> String { "14:30" }

  private var partition: SlurmPartition? {
    SlurmPartition.partitions(in: Recorded.partitions).first
  }

  @Test(
    "every recorded reason has its sentence",
    arguments: zip(
      1...14,
      [
        "waits for resources (main), starts about 14:30",
        "waits for its turn (priority)",
        "waits until 14:30",
        "can never start: asks for 64 CPUs, main has 2 (PartitionConfig)",
        "can never start: asks for 3 nodes, main has 1 (PartitionConfig)",
        "can never start: asks for 5 h, main allows 1 h (PartitionTimeLimit)",
        "can never start: has no time limit, main allows 1 h (PartitionTimeLimit)",
        "waits for jobs 7 and 9 (dependency)",
        "can never start: it needs job 31, which didn't end as needed (DependencyNeverSatisfied)",
        "waits for the other jobs of its name (dependency)",
        "held",
        "waits for an administrator (held)",
        "waits for the limit of its array",
        "waits until 14:30",
      ]))
  func recorded(_ place: Int, _ sentence: String) throws {
    let job = try #require(SlurmQueue.jobs(in: Recorded.queue[place]).jobs.first)
    let wait = try #require(job.wait(in: partition, timeWords: clock))
    #expect(wait.sentence.string == sentence)
    #expect(wait.canNeverStart == sentence.hasPrefix("can never start"))
    #expect(wait.isHeldByPerson == sentence.contains("held"))
  }

  @Test(
    "other reasons are explained and named",
    arguments: [
      ("QOSMaxCpuPerUserLimit", "waits for the CPU limit of its QOS for each user"),
      ("QOSMaxJobsPerUserLimit", "waits for the job limit of its QOS for each user"),
      ("QOSGrpGRES", "waits for the shared GRES limit of its QOS"),
      ("AssocGrpCPUMinutesLimit", "waits for the shared CPU time limit of its account"),
      ("AssocGrpMemLimit", "waits for the shared memory limit of its account"),
      ("AssocMaxJobsLimit", "waits for the job limit of its account"),
      ("MaxGRESPerAccount", "waits for the GRES limit of its account"),
      ("Licenses", "waits for a license"),
      ("Reservation", "waits for its reservation"),
      ("ReqNodeNotAvail, UnavailableNodes:n[1-2]", "waits for a node that isn't available"),
      ("PartitionDown", "waits for partition main, which is down"),
      ("PartitionInactive", "waits for partition main, which is inactive"),
      ("PartitionNodeLimit", "waits for nodes within the limits of main"),
      ("NodeDown", "waits for a node that is down"),
      ("SomeReason", "waits for Slurm"),
    ])
  func explained(_ reason: String, _ words: String) throws {
    let wait = try #require(Recorded.job(reason)?.wait(timeWords: clock))
    let code = reason.prefix { $0 != "," }
    #expect(wait.sentence.string == "\(words) (\(code))")
    #expect(!wait.canNeverStart)
    #expect(!wait.isHeldByPerson)
  }

  @Test(
    "a job that asks for what no job gets can never start",
    arguments: [
      ("BadConstraints", "no node has what it asks for"),
      ("InvalidAccount", "its account isn't valid"),
      ("InvalidQOS", "its QOS isn't valid"),
      ("QOSMaxCpuPerJobLimit", "asks for more CPUs than its QOS allows"),
      ("QOSMaxWallDurationPerJobLimit", "asks for more run time than its QOS allows"),
      ("AssocMaxMemPerNode", "asks for more memory than its account allows on a node"),
      ("AssocMaxCpuMinutesPerJobLimit", "asks for more CPU time than its account allows"),
      ("QOSMinCpuNotSatisfied", "asks for fewer CPUs than its QOS demands"),
      ("QOSMinGRES", "asks for less GRES than its QOS demands"),
      ("PartitionConfig", "main has no nodes like those that it asks for"),
      ("PartitionTimeLimit", "asks for 1 h, more than main allows"),
      ("DependencyNeverSatisfied", "it needs another job, which didn't end as needed"),
    ])
  func impossible(_ reason: String, _ cause: String) throws {
    let wait = try #require(Recorded.job(reason)?.wait(timeWords: clock))
    #expect(wait.words.string == "can never start: \(cause) (\(reason))")
    #expect(wait.canNeverStart)
  }

  @Test("sentences of Slurm are kept, and holds by Slurm need a person") func sentences() throws {
    func wait(_ reason: String) -> SlurmWait? { Recorded.job(reason)?.wait(timeWords: clock) }
    let down =
      "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions"
    #expect(wait(down)?.sentence == "waits for nodes that are down, drained or reserved")
    #expect(wait("None")?.sentence == "waits for the scheduler")
    #expect(wait("some new text")?.sentence == "waits for Slurm (some new text)")
    let account = "Job's account not known, so it can't use this partition (acct allows rich)"
    #expect(wait(account)?.sentence.string == "can never start: \(account)")
    #expect(wait(account)?.canNeverStart == true)
    let launch = wait("launch failed requeued held")
    #expect(launch?.sentence == "held by Slurm: launch failed requeued held")
    #expect(launch?.canNeverStart == true)
    #expect(wait("JobHoldMaxRequeue")?.canNeverStart == true)
    #expect(wait("JobHoldMaxRequeue")?.isHeldByPerson == false)
  }

  @Test("a limit that isn't known to be exceeded is no impossibility") func uncertainLimit() throws
  {
    var job = try #require(Recorded.job("PartitionNodeLimit"))
    #expect(job.wait(in: partition, timeWords: clock)?.canNeverStart == false)
    job.nodeCount = 3
    let wait = try #require(job.wait(in: partition, timeWords: clock))
    #expect(wait.words == "can never start: asks for 3 nodes, main has 1 (PartitionNodeLimit)")
    var limited = try #require(partition)
    (limited.nodes, limited.nodeLimit, limited.totalCPUs) = (8, 2, 16)
    let other = try #require(job.wait(in: limited, timeWords: clock))
    #expect(other.words == "can never start: asks for 3 nodes, main allows 2 (PartitionNodeLimit)")
  }

  @Test("many dependencies are counted, and their number is bounded") func manyDependencies() throws
  {
    let list = (1...5).map { "afterok:\($0)_*(unfulfilled)" }.joined(separator: ",")
    let job = try #require(Recorded.job("Dependency", dependency: list))
    #expect(
      job.wait(timeWords: clock)?.words == "jobs 1_*, 2_*, 3_* and 2 more (dependency)")
    let ids = (1...400).map(String.init).joined(separator: ":")
    let many = try #require(Recorded.job("Dependency", dependency: "after:\(ids)"))
    #expect(many.dependencies.count == 64)
  }

  @Test("a job that runs or is over waits for nothing") func notWaiting() throws {
    let running = try #require(SlurmQueue.jobs(in: Recorded.queue[0]).jobs.first)
    #expect(running.wait(timeWords: clock) == nil)
    let id = try #require(SlurmJobID(number: 1))
    #expect(SlurmJob(id: id, state: .completed).wait(timeWords: clock) == nil)
    #expect(SlurmJob(id: id, state: .requeueHold).wait(timeWords: clock)?.canNeverStart == true)
    #expect(
      SlurmJob(id: id, state: .configuring).wait(timeWords: clock)?.sentence
        == "waits for its nodes to be ready")
  }
}
