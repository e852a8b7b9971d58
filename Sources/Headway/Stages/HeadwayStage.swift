import Synchronization

/// A part of a task with units of its own, such as *load*, *convert* or *save*.
///
/// ``HeadwayProgress/stage(_:weight:total:)`` makes a stage. A stage may have stages.
///
/// ```swift
/// let stage = task.stage("convert", weight: 70, total: 512)
/// for part in parts { convert(part); stage.advance() }
/// stage.finish()
/// ```
public final class HeadwayStage: HeadwayProgress, @unchecked Sendable {
  /// The stage's name. The card shows the name as the subtitle until the stage is finished, unless
  /// the task has a subtitle of its own.
  public let name: String
  /// The number of the parent's units that the whole stage stands for, at least 1.
  public let weight: Int64
  private let isFinished = Atomic<Bool>(false)

  init(_ name: String, weight: Int64, total: Int64?, bell: Bell, pulse: Pulse) {
    self.name = name
    self.weight = weight
    super.init(bell: bell, pulse: pulse, total: total)
  }

  /// Marks the stage as done, however many units were counted. Further calls do nothing.
  public func finish() {
    isFinished.store(true, ordering: .sequentiallyConsistent)
    bell.ringIfAsleep()
  }

  /// A snapshot of the stage for the parent's tally.
  var share: StageShare {
    StageShare(
      name: name, weight: weight, isFinished: isFinished.load(ordering: .relaxed), tally: tally)
  }
}
