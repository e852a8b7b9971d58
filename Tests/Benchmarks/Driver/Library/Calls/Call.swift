/// A call that counts a unit, or says how many are done: as the table names it.
enum Call: String {
  case advance = "task.advance()"
  case setCompleted = "task.completed ="
  case backgroundTasks = "BackgroundTasks' progress.completedUnitCount += 1"
  case pythonAdvance = "headway.py's task.advance()"
  case pythonUpdate = "headway.py's tqdm.update(1)"

  case foundation = "Foundation's Progress += 1"
  case tqdm = "Python's tqdm.update(1)"
  case rich = "Python's rich progress.advance(task)"
  case zig = "Zig's std.Progress completeOne()"

  /// Makes the call often; the time that one took.
  typealias Timing = () throws -> Duration
}
