import Foundation
import Headway
import HeadwayModel
import HeadwaySystem

/// Calls of this process: the libraries', and Foundation's.
struct LibraryCalls {
  private let task: HeadwayTask
  private let progress = Progress(totalUnitCount: .max)
  private let continued: ContinuedRun

  private static let count = 20_000_000

  /// Returns once the hub has the tasks.
  init(_ hub: BenchHub) throws {
    task = beginTask("Advance", total: .max)
    continued = try ContinuedRun("Continued")
    continued.progress.totalUnitCount = .max
    try hub.awaitTask("Advance")
    try hub.awaitTask("Continued")
  }

  func end() {
    task.end()
    continued.end()
  }

  var timings: [(call: Call, time: Call.Timing)] {
    [
      (.advance, advancing), (.setCompleted, setting),
      (.foundation, { try counting(in: progress) }),
      (.backgroundTasks, { try counting(in: continued.progress) }),
    ]
  }

  /// Each unit is there afterwards.
  private func advancing() throws -> Duration {
    let task = task
    let before = task.completed
    let time = time(Self.count) { task.advance() }
    try check(task.completed - before, Self.count)
    return time
  }

  private func setting() -> Duration {
    let task = task
    let before = task.completed
    defer { task.completed = before }
    return time(Self.count) { task.completed = 7 }
  }

  private func counting(in progress: Progress) throws -> Duration {
    let before = progress.completedUnitCount
    let count = Self.count / 10
    let time = time(count) { progress.completedUnitCount += 1 }
    try check(progress.completedUnitCount - before, count)
    return time
  }

  private func check(_ counted: Int64, _ wanted: Int) throws {
    guard counted == wanted else { throw BenchmarkError("\(counted) of \(wanted) units") }
  }

  /// A loop around the call itself, as a program would have it.
  @inline(__always)
  private func time(_ count: Int, _ body: () -> Void) -> Duration {
    let start = SystemClocks.awake
    for _ in 0..<count { body() }
    return (SystemClocks.awake - start) / count
  }
}
