import HeadwayModel
import HeadwaySlurm
import SeededRandomness
import Testing

/// The reading of squeue's output.
@Suite struct SlurmQueueTests {
  private let all = SlurmQueue.jobs(in: Recorded.queue.flatMap { $0 })

  private func job(_ id: String) throws -> SlurmJob {
    try #require(all.jobs.first { $0.id.description == id })
  }

  @Test("every recorded job is read") func everyJob() {
    #expect(all.unreadable == 0)
    #expect(all.jobs.count == Recorded.queue.count)
    #expect(
      all.jobs.prefix(5).map(\.id.description) == ["62", "7", "64", "11", "13"])
  }

  @Test("a running job has its node, its times and its key") func running() throws {
    let job = try job("62")
    #expect(job.state == .running)
    #expect(job.nodes == "localhost")
    #expect(job.startsAt == WallTime(millisecondsSinceEpoch: 1_795_969_993_000))
    #expect(job.endsAt == WallTime(millisecondsSinceEpoch: 1_795_973_593_000))
    #expect(job.timeLeft == .seconds(3597))
    #expect(job.cpus == 2)
    #expect(job.restarts == 0)
    #expect(job.exit == nil)
    #expect(job.reason.isEmpty)
    #expect(try job.mark == SlurmMark(#require(TaskKey(Recorded.key)), launch: 1))
  }

  @Test("an element of an array has its index, and an ended job its exit status")
  func ended() throws {
    #expect(try job("22_4").state == .completed)
    #expect(try job("22_4").exit == .code(0))
    #expect(try job("26").exit == .code(3))
    #expect(try job("27").exit == .signal(11))
    #expect(try job("18_0").id == SlurmJobID(number: 18, index: 0))
  }

  @Test("a name with line breaks and separators stays one name") func hostileName() throws {
    let job = try job("11")
    #expect(job.name == "line1 line2sep Tab")
    #expect(job.comment == "c1\nc2\u{1F}c3")
    #expect(job.mark == nil)
    #expect(try self.job("64").name == "日本語 名前 a|b")
  }

  @Test("a name can't forge another job") func forgedJob() throws {
    let forged = Recorded.entry(
      "99|N/A|COMPLETED|main|n1|N/A|N/A|1:00|1|1|0|0|(null)|None", name: "forged")
    let name = "x\n" + String(decoding: forged, as: UTF8.self)
    let head = "7|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|(null)|Priority"
    let read = SlurmQueue.jobs(in: Recorded.entry(head, name: name) + Recorded.queue[0])
    #expect(read.jobs.map(\.id.description) == ["7", "62"])
    let comment = SlurmQueue.jobs(
      in: Recorded.entry(head, comment: "\n99\u{1F}N/A\u{1F}COMPLETED\u{1F}", name: "a"))
    #expect(comment.jobs.map(\.id.number) == [7])
  }

  @Test("a character that the width of the name cuts is left out") func cutName() throws {
    let head = "7|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|(null)|Priority"
    let name = String(repeating: "名", count: 70)
    let job = try #require(SlurmQueue.jobs(in: Recorded.entry(head, name: name)).jobs.first)
    #expect(job.name.string == String(repeating: "名", count: 66))
  }

  @Test("reading ends where the free text isn't where it must be") func misplacedText() {
    let good = Recorded.queue[0]
    var cut = good
    cut.removeLast(5)
    let read = SlurmQueue.jobs(in: good + cut + [0x0A] + good)
    #expect(read.jobs.count == 1)
    #expect(read.unreadable == 1)
    let whole = SlurmQueue.jobs(in: good + good.dropLast())
    #expect(whole.jobs.count == 2)
    #expect(whole.unreadable == 0)
  }

  @Test("other lines are counted and skipped") func otherLines() {
    let line = Array("CLUSTER: lab\n\n".utf8)
    let wrong = Recorded.entry("x|N/A|RUNNING|m||N/A|N/A|1:00|1|1|0|0|(null)|None", name: "a")
    let huge = Recorded.entry(
      "99999999999999999999999|N/A|RUNNING|m||N/A|N/A|1:00|1|1|0|0|(null)|None", name: "a")
    let read = SlurmQueue.jobs(in: line + wrong + huge + Recorded.queue[0])
    #expect(read.jobs.map(\.id.number) == [62])
    #expect(read.unreadable == 3)
  }

  @Test("huge numbers and unknown words are no values") func hugeNumbers() throws {
    let number = "184467440737095516160"
    let head =
      "7|N/A|EXPEDITING|m||\(number)|\(number)|\(number):00|\(number)|\(number)|\(number)|\(number)"
      + "|(null)|None"
    let job = try #require(SlurmQueue.jobs(in: Recorded.entry(head, name: "a")).jobs.first)
    #expect(job.state == .other)
    #expect(job.startsAt == nil)
    #expect(job.timeLeft == nil)
    #expect(job.cpus == nil)
    #expect(job.restarts == nil)
  }

  @Test("any bytes are read without a trap") func randomBytes() {
    var generator = SplitMix(seed: 36)
    for _ in 0..<300 {
      var bytes = Recorded.queue.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        guard let place = bytes.indices.randomElement(using: &generator) else { break }
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      let noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = SlurmQueue.jobs(in: bytes + noise + bytes)
      _ = SlurmPartition.partitions(in: noise + bytes)
      _ = SlurmEnd.outcomes(inAccounts: noise + bytes)
    }
  }

  @Test("a line of a megabyte and many jobs are bounded") func bounds() {
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    #expect(SlurmQueue.jobs(in: long).unreadable == 1)
    #expect(SlurmQueue.jobs(in: long + [0x0A] + Recorded.queue[0]).jobs.count == 1)
    let separators = [UInt8](repeating: 0x1F, count: 1 << 20)
    #expect(SlurmQueue.jobs(in: separators).jobs.isEmpty)
    let lines = [UInt8](repeating: 0x0A, count: 1 << 20)
    #expect(SlurmQueue.jobs(in: lines).unreadable == 0)
    let head = "7|N/A|PENDING|m||N/A|N/A|1:00|1|1|0|0|(null)|None"
    let one = Recorded.entry(head, name: "a")
    var many: [UInt8] = []
    for _ in 0..<102 { many += one }
    let read = SlurmQueue.jobs(in: many, limit: 100)
    #expect(read.jobs.count == 100)
    #expect(read.unreadable == 1)
    #expect(SlurmQueue.lineLimit == 50_000)
  }

  @Test("squeue is asked once for all jobs") func arguments() {
    #expect(SlurmQueue.arguments.prefix(4) == ["--me", "--array", "--noheader", "--states=all"])
    #expect(SlurmQueue.arguments.count == 5)
    #expect(SlurmQueue.arguments.last?.hasSuffix("Comment:64,Name:200\u{1E}") == true)
    #expect(!SlurmQueue.keeps(entry: "SQUEUE_PARTITION=x", besidesOwn: true))
    #expect(SlurmQueue.keeps(entry: "SLURM_CONF=/etc/slurm.conf", besidesOwn: true))
    // The first of two entries with one name counts.
    #expect(!SlurmQueue.keeps(entry: "LC_ALL=ja_JP.UTF-8", besidesOwn: true))
    #expect(SlurmQueue.keeps(entry: "LC_ALL=ja_JP.UTF-8", besidesOwn: false))
  }
}

/// Small values: ids, partitions, lengths.
@Suite struct SlurmValueTests {
  @Test("ids are read and printed", arguments: ["17", "17_5", "1_0"])
  func ids(_ text: String) {
    #expect(SlurmJobID(text)?.description == text)
  }

  @Test(
    "other texts are no ids",
    arguments: [
      "", "_", "0", "17_", "_5", "-1", "17_[0-5%2]", "17+1", "1 7", "٣", "17_5_1", "4294967294",
      "99999999999999999999",
    ])
  func wrongIDs(_ text: String) {
    #expect(SlurmJobID(text) == nil)
  }

  @Test("the number that sbatch prints is read") func accepted() {
    #expect(SlurmJobID.accepted("17\n") == SlurmJobID(number: 17))
    #expect(SlurmJobID.accepted("17;lab\n") == SlurmJobID(number: 17))
    #expect(SlurmJobID.accepted("") == nil)
    #expect(SlurmJobID.accepted("Submitted batch job 17\n") == nil)
    #expect(SlurmJobID.accepted("17\n18\n") == nil)
  }

  @Test("the partition of the cluster is read") func partition() throws {
    let partition = try #require(SlurmPartition.partitions(in: Recorded.partitions).first)
    #expect(partition.name == "main")
    #expect(partition.totalCPUs == 2)
    #expect(partition.nodes == 1)
    #expect(partition.cpusPerNode == 2)
    #expect(partition.nodeLimit == nil)
    #expect(partition.timeLimit == .seconds(3600))
  }

  @Test("the lines of a partition with unlike nodes are added up") func unlikeNodes() throws {
    let line = "big\u{1F}0/64/0/64\u{1F}32\u{1F}2\u{1F}infinite\u{1F}1-4\n"
    let other = "big\u{1F}0/8/0/8\u{1F}8+\u{1F}1\u{1F}infinite\u{1F}1-4\n"
    let found = SlurmPartition.partitions(in: Array((line + other + "x\n").utf8))
    #expect(found.map(\.totalCPUs) == [72])
    #expect(found.first?.nodes == 3)
    #expect(found.first?.cpusPerNode == nil)
    #expect(found.first?.nodeLimit == 4)
    #expect(found.first?.timeLimit == nil)
  }
}
