import HeadwayModel
import HeadwaySlurm
import Testing

/// Submissions whose outcome nobody has told.
@Suite("The search for a job")
struct SlurmSearchTests {
  private let mark = SlurmMark(TaskKey(high: 1, low: 2), launch: 1)

  private func job(_ id: String, _ state: SlurmState) throws -> SlurmJob {
    var job = SlurmJob(id: try #require(SlurmJobID(id)), state: state)
    job.comment = "headway:\(mark)"
    return job
  }

  private func search(
    begun: Bool = false, refused: Bool = false, shares: Bool = true
  ) -> SlurmSearch {
    SlurmSearch(mark: mark, hasBegun: begun, isRefused: refused, sharesFolder: shares)
  }

  @Test("a job with the mark is the task's, an element by its index")
  func found() throws {
    let jobs = [try job("7_0", .running), try job("7_1", .pending)]
    #expect(search().finding(among: jobs, index: 1, age: .seconds(5)) == .found(jobs[1]))
    #expect(search().finding(among: jobs, index: 2, age: .seconds(5)) == .later)
    var other = jobs[0]
    other.comment = "headway:\(SlurmMark(TaskKey(high: 9, low: 9), launch: 1))"
    #expect(search().finding(among: [other], index: 0, age: nil) == .absent)
  }

  @Test("without a job: an sbatch may be at work, then Slurm never had it, then nobody knows")
  func ages() {
    func finding(_ seconds: Int?, begun: Bool = false, shares: Bool = true) -> SlurmSearch.Finding {
      search(begun: begun, shares: shares).finding(
        among: [], index: nil, age: seconds.map { .seconds($0) })
    }
    #expect(finding(nil) == .absent)
    #expect(finding(10) == .later && finding(120) == .absent && finding(400) == .unknown)
    #expect(finding(10, begun: true) == .unknown, "it ran")
    #expect(finding(10, shares: false) == .later)
    #expect(finding(120, shares: false) == .unknown, "a far node leaves no trace of a begin")
  }

  @Test("a refused job doesn't run, unless its node can't see that it was refused")
  func refused() throws {
    let waits = try job("7", .pending)
    let runs = try job("7", .running)
    let near = search(refused: true)
    #expect(near.finding(among: [waits], index: nil, age: .seconds(5)) == .absent)
    #expect(near.finding(among: [], index: nil, age: .seconds(5)) == .absent)
    let far = search(refused: true, shares: false)
    #expect(far.finding(among: [runs], index: nil, age: .seconds(5)) == .found(runs))
    #expect(far.finding(among: [waits], index: nil, age: .seconds(5)) == .absent)
    let begun = search(begun: true, refused: true)
    #expect(begun.finding(among: [runs], index: nil, age: .seconds(5)) == .found(runs))
  }

  @Test("before another try, a job that began counts, one that waits is withdrawn")
  func earlier() throws {
    let waits = [try job("7_0", .pending), try job("7_1", .pending)]
    #expect(search(refused: true).earlierTry(among: waits) == .gone(withdrawing: [7]))
    #expect(search(refused: true).earlierTry(among: []) == .gone(withdrawing: []))
    let runs = try job("7", .running)
    #expect(search(begun: true, refused: true).earlierTry(among: [runs]) == .begun(7))
    #expect(search(begun: true, refused: true).earlierTry(among: []) == .unknown)
    let far = search(refused: true, shares: false)
    #expect(far.earlierTry(among: [runs]) == .begun(7), "nobody asked to end it")
    #expect(far.earlierTry(among: [try job("7", .completed)]) == .begun(7), "it ran")
    #expect(far.earlierTry(among: waits) == .gone(withdrawing: [7]))
    #expect(far.earlierTry(among: []) == .unknown)
  }
}
