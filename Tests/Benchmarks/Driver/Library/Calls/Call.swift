/// A call that counts a unit, or says how many are done: as the table names it.
enum Call: String {
  case advance = "task.advance()"
  case setCompleted = "task.completed ="
  case backgroundTasks = "BackgroundTasks' progress.completedUnitCount += 1"

  case foundation = "Foundation's Progress += 1"

  /// Makes the call often; the time that one took.
  typealias Timing = () throws -> Duration
}
