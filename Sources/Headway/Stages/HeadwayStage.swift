import Synchronization

/// A part of a task with units of its own: load, convert, save. A stage may have stages.
public final class HeadwayStage: HeadwayProgress, @unchecked Sendable {
  /// Shown as the subtitle while the stage lasts, where the task has none of its own.
  public let name: String
  /// Units of whatever it is a stage of.
  public let weight: Int64
  private let isFinished = Atomic<Bool>(false)

  init(_ name: String, weight: Int64, total: Int64?, bell: Bell, pulse: Pulse) {
    self.name = name
    self.weight = weight
    super.init(bell: bell, pulse: pulse, total: total)
  }

  /// The stage is done, however many units were counted. Any number of times.
  public func finish() {
    isFinished.store(true, ordering: .sequentiallyConsistent)
    bell.ringIfAsleep()
  }

  var share: StageShare {
    StageShare(
      name: name, weight: weight, isFinished: isFinished.load(ordering: .relaxed), tally: tally)
  }
}
