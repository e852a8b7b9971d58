import HeadwayModel
import HeadwaySlurm

/// Tests of a board with one task, whose job is `id`.
protocol BoardSuite {
  var key: TaskKey { get }
  var id: SlurmJobID { get }
}

extension BoardSuite {
  func board() -> SlurmBoard {
    var board = SlurmBoard()
    _ = board.add(key, launch: 1, id: id, mark: SlurmMark(key, launch: 1))
    return board
  }

  func moment(_ seconds: Int) -> Moment {
    Moment(
      awake: .origin + .seconds(seconds), running: .origin,
      wall: WallTime(millisecondsSinceEpoch: Int64(seconds) * 1000))
  }

  func job(_ state: SlurmState, _ change: (inout SlurmJob) -> Void = { _ in }) -> SlurmJob {
    var job = SlurmJob(id: id, state: state)
    job.comment = "headway:\(key).1"
    change(&job)
    return job
  }

  func note(
    _ jobs: [SlurmJob], on board: inout SlurmBoard, at seconds: Int
  ) -> [SlurmNews] {
    board.note(jobs, at: moment(seconds)) { _ in "14:30" }
  }

  func ending(_ news: [SlurmNews]) -> (TaskEnding, SanitisedText?)? {
    for item in news {
      if case .ended(_, _, let ending, let words, _) = item { return (ending, words) }
    }
    return nil
  }
}

extension SlurmNews {
  var isEnd: Bool { if case .ended = self { true } else { false } }
}
