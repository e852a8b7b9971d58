import HeadwayModel
import HeadwaySlurm
import Testing

/// Jobs that somebody submitted with Slurm's own commands.
@Suite("Adopted jobs")
struct SlurmAdoptionTests {
  private static func job(_ id: String, _ state: SlurmState = .running) throws -> SlurmJob {
    SlurmJob(id: try #require(SlurmJobID(id)), state: state)
  }

  private func named(
    _ id: String, _ jobs: [SlurmJob], known: Set<SlurmJobID> = []
  ) throws -> [String] {
    let id = try #require(SlurmJobID(id))
    return try SlurmAdoption.jobs(named: id, among: jobs, known: known).map(\.id.description)
  }

  @Test("a number names a job or the live elements of an array, and an index one element")
  func choice() throws {
    let jobs = [
      try Self.job("7"), try Self.job("8_0", .completed), try Self.job("8_1"),
      try Self.job("8_2", .pending), try Self.job("9", .failed),
    ]
    #expect(try named("7", jobs) == ["7"])
    #expect(try named("8", jobs) == ["8_1", "8_2"])
    #expect(try named("8_2", jobs) == ["8_2"])
    let known = Set([try #require(SlurmJobID("8_1"))])
    #expect(try named("8", jobs, known: known) == ["8_2"])
    let array = try #require(SlurmJobID("8"))
    #expect(throws: SlurmAdoption.Refusal.identified(array)) {
      try SlurmAdoption.jobs(named: array, among: jobs, known: [], isIdentified: true)
    }
    let refusals: [(String, String)] = [
      ("6", "Slurm has no job 6 of yours; see: squeue --me"),
      ("9", "job 9 is over, and has no card"),
      ("8_0", "job 8_0 is over"), ("8_1", "job 8_1 has a card already"),
    ]
    for (id, words) in refusals {
      let wanted = try #require(SlurmJobID(id))
      do throws(SlurmAdoption.Refusal) {
        _ = try SlurmAdoption.jobs(named: wanted, among: jobs, known: known)
        Issue.record("\(id) was taken")
      } catch {
        #expect(error.words.string.hasPrefix(words))
      }
    }
  }

  @Test("a hub that watches takes the live jobs without a mark, and no more than it has room for")
  func others() throws {
    var own = try Self.job("3")
    own.comment = "headway:\(Recorded.key).1"
    let jobs = [
      try Self.job("9"), own, try Self.job("4", .completed), try Self.job("5_1"),
      try Self.job("5_0"), try Self.job("7"),
    ]
    func chosen(_ room: Int, _ known: Set<SlurmJobID> = []) -> [[String]] {
      SlurmAdoption.others(among: jobs, known: known, room: room)
        .map { $0.map(\.id.description) }
    }
    #expect(chosen(10) == [["5_0", "5_1"], ["7"], ["9"]])
    let known = try #require(SlurmJobID("7"))
    #expect(chosen(10, [known]) == [["5_0", "5_1"], ["9"]])
    #expect(chosen(3) == [["5_0", "5_1"], ["7"]])
    #expect(chosen(1) == [["7"]])
    #expect(chosen(0).isEmpty)
  }

  private func details(_ head: String, _ texts: String...) -> [SlurmJobID: SlurmDetails] {
    var bytes = Array(head.replacing("|", with: "\u{1F}").utf8) + [0x1F]
    for text in texts {
      let text = Array(text.utf8.prefix(2048))
      bytes += text + Array(repeating: UInt8(ascii: " "), count: 2048 - text.count)
    }
    return SlurmDetails.details(in: bytes + [0x1E, 0x0A])
  }

  private func path(_ pattern: String, _ change: (inout SlurmJob) -> Void = { _ in }) throws
    -> String?
  {
    let details = details("41|5|46|mia", "/home/mia", pattern, "/home/mia/run.sh one two")
    var job = try Self.job("41_5")
    (job.name, job.nodes) = ("日本", "n1")
    change(&job)
    let found = try #require(details[job.id])
    #expect(found.directory == "/home/mia" && found.command == "/home/mia/run.sh one two")
    return found.output?.path(of: job)
  }

  @Test("the path of the output is what sbatch(1) makes of its pattern, or isn't known")
  func outputPaths() throws {
    #expect(try path("/home/mia/slurm-%A_%a.out") == "/home/mia/slurm-41_5.out")
    #expect(try path("/o %x %j%%%u-%4a-%N %n%t") == "/o 日本 46%mia-0005-n1 00")
    #expect(try path("/plain") == "/plain")
    #expect(try path("/%x") { $0.name = SanitisedText(String(repeating: "n", count: 200)) } == nil)
    for nodes in ["n[1-2]", "n1,n2", ""] {
      #expect(try path("/%N") { $0.nodes = SanitisedText(nodes) } == nil)
    }
    // A job step has a number of its own, and the rest is nothing
    // that Slurm has.
    #expect(try path("/lit\\%j") == "/lit%j")
    #expect(try path("/home/mia/slurm-46.out") == "/home/mia/slurm-41_5.out", "no file was named")
    for pattern in ["/%J", "/%s", "/%q", "/%", "/%12j", "relative", "(null)"] {
      #expect(try path(pattern) == nil, "\(pattern)")
    }
    #expect(try path("/%j") { $0.state = .pending } == nil, "it has no number of its own yet")
    let long = "/" + String(repeating: "d", count: 3000)
    #expect(try path(long) == nil, "the text is cut")
  }

  @Test("a text that looks like another job is none")
  func hostileTexts() throws {
    let other = "\n7\u{1F}N/A\u{1F}7\u{1F}eve\u{1F}/tmp \u{1E}\n"
    let found = details("41|N/A|41|mia", "/d\(other)", "/o", "c\(other)")
    let id = try #require(SlurmJobID("41"))
    #expect(found.count == 1 && found[id] != nil)
    #expect(SlurmDetails.details(in: Array("garbage\n\u{1F}\u{1F}\n".utf8)).isEmpty)
  }
}
