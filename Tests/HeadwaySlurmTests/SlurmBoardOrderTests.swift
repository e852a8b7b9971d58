import HeadwayModel
import HeadwaySlurm
import Testing

/// What follows from orders and limits, and from a job that nobody on its node can end.
@Suite("The board of jobs: orders and limits")
struct SlurmBoardOrderTests: BoardSuite {
  let key = TaskKey(high: 1, low: 2)
  let id: SlurmJobID

  init() throws { id = try #require(SlurmJobID("17")) }

  @Test("Slurm itself cancels a job that is suspended, once; the node can't obey")
  func suspended() throws {
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    let halted = job(.suspended) { $0.nodes = "n1" }
    guard case .job(_, _, let seen)? = note([halted], on: &board, at: 1).first else {
      Issue.record("no news")
      return
    }
    #expect(seen.isSuspended && seen.nodes == "n1" && board.isSuspended(key))
    board.noteOrder(key, .cancelled(by: .user), at: moment(2).awake)
    #expect(board.awaitsWord(at: moment(3).awake))
    #expect(note([halted], on: &board, at: 3).isEmpty, "whoever ordered knew that")
    let going = note([job(.running) { $0.nodes = "n1" }], on: &board, at: 5)
    #expect(going.contains { if case .job = $0 { true } else { false } })
    #expect(!board.isSuspended(key))
    // Slurm suspends the job after the order went to the node.
    #expect(note([halted], on: &board, at: 6).contains(.cancel(key, id)))
    #expect(note([halted], on: &board, at: 7).isEmpty)
  }

  @Test("a job that was killed with its supervisor ends with Slurm's word, which is looked for")
  func forced() throws {
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    board.noteOrder(key, .cancelled(by: .user), isForced: true, at: moment(0).awake)
    #expect(board.awaitsWord(at: moment(1).awake))
    #expect(note([job(.completing) { $0.nodes = "n1" }], on: &board, at: 2).filter(\.isEnd).isEmpty)
    #expect(!board.awaitsWord(at: moment(200).awake), "a node that hangs isn't asked for ever")
    let over = job(.cancelled) { $0.nodes = "n1" }
    let end = try #require(ending(note([over], on: &board, at: 3)))
    #expect(end.0.reason == .cancelled(by: .user))
  }

  @Test("a look is due when a limit is reached, and soon after it")
  func limitLook() throws {
    var board = board()
    _ = board.noteBegin(of: key, launch: 1)
    let runs = job(.running) { ($0.nodes, $0.timeLeft) = ("n1", .seconds(60)) }
    _ = note([runs], on: &board, at: 0)
    #expect(board.timeToLimit(at: moment(20).wall) == .seconds(40))
    #expect(!board.awaitsWord(at: moment(59).awake))
    _ = note([job(.running) { $0.nodes = "n1" }], on: &board, at: 61)
    #expect(board.awaitsWord(at: moment(62).awake))
    #expect(board.timeToLimit(at: moment(62).wall) == nil)
    #expect(!board.awaitsWord(at: moment(200).awake))
  }

  @Test("a node without Headway's program is said, once no supervisor can have begun")
  func missingProgram() throws {
    let failed = job(.failed) { ($0.nodes, $0.exit) = ("n1", .code(127)) }
    var board = board()
    #expect(note([failed], on: &board, at: 0).isEmpty)
    let end = try #require(ending(note([failed], on: &board, at: 20)))
    #expect(end.1?.string.contains("headway can't be started on n1; install it") == true)
    board = self.board()
    _ = board.noteBegin(of: key, launch: 1)
    _ = note([failed], on: &board, at: 0)
    #expect(try #require(ending(note([failed], on: &board, at: 20))).1 == nil)
  }
}
