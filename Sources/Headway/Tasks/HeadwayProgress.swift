import Synchronization

/// A counter of units: the common base of a task and a stage.
///
/// All members may be called from any thread. Counting takes no lock, allocates nothing, never
/// waits and never fails, whatever the hub does. A separate thread sends the latest state: the
/// first change immediately, later ones at most 20 times a second.
public class HeadwayProgress: @unchecked Sendable {
  /// The heartbeats of the task, shared with its stages.
  @usableFromInline let counter = UnitCounter()
  @usableFromInline let bell: Bell
  let pulse: Pulse
  private let totalUnits: Atomic<Int64>
  /// The completed units that the last heartbeat estimated; 0 without an estimate.
  private let estimatedEnd = Atomic<Int64>(0)
  private let stages = Mutex<[HeadwayStage]>([])

  /// The stored form of an unknown total.
  private static let unknown: Int64 = -1

  init(bell: Bell, pulse: Pulse, total: Int64?) {
    (self.bell, self.pulse) = (bell, pulse)
    totalUnits = Atomic(Self.stored(total))
  }

  /// Counts one unit.
  @inlinable
  public final func advance() {
    counter.add(1)
    bell.ringIfAsleep()
  }

  /// Counts `units`.
  ///
  /// A negative number takes units back. The sum stays from 0 to 2^61. Within a phase the card keeps
  /// its highest count, even if the units go back.
  @inlinable
  public final func advance(by units: Int64) {
    if (0..<(1 << 31)).contains(units) {
      counter.add(units)
      bell.ringIfAsleep()
    } else {
      advanceClamped(by: units)
    }
  }

  /// Counts a number of units that could leave the range. Kept out of line, so that the inlined
  /// path stays small.
  @usableFromInline
  final func advanceClamped(by units: Int64) {
    counter.addClamped(units)
    bell.ringIfAsleep()
  }

  /// The number of units done, from 0 to 2^61. A value outside the range is cut off.
  ///
  /// The card shows a number above `total` as `total`. Setting the value is exact if only one
  /// thread counts.
  public final var completed: Int64 {
    get { counter.value }
    set {
      counter.set(newValue)
      bell.ringIfAsleep()
    }
  }

  /// The number of units in all.
  ///
  /// Nil while unknown; 0 and negative numbers are stored as unknown. The card marks a total that
  /// grows.
  public final var total: Int64? {
    get {
      let units = totalUnits.load(ordering: .relaxed)
      return units > 0 ? units : nil
    }
    set {
      totalUnits.store(Self.stored(newValue), ordering: .sequentiallyConsistent)
      bell.ringIfAsleep()
    }
  }

  /// The number of estimated units beyond `completed`. Measured units replace them one by one.
  final var estimated: Int64 { estimated(beyond: completed) }

  private final func estimated(beyond completed: Int64) -> Int64 {
    max(0, estimatedEnd.load(ordering: .relaxed) - completed)
  }

  /// Sends a sign of life with an estimate of the completed units; 0 stands for no estimate.
  final func beat(estimatedEnd units: Int64) {
    estimatedEnd.store(units, ordering: .relaxed)
    pulse.beats.add(1, ordering: .sequentiallyConsistent)
    bell.ringIfAsleep()
  }

  /// Adds a stage that stands for `weight` units of this counter's `total`.
  ///
  /// A stage that is half done counts as half of its weight. Give the parent a total: without one,
  /// the weights of the stages so far take its place.
  ///
  /// ```swift
  /// let load = task.stage("load", weight: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the stage, shown as the subtitle.
  ///   - weight: the number of the parent's units; at least 1.
  ///   - total: the number of the stage's own units; nil while unknown.
  public final func stage(_ name: String, weight: Int64, total: Int64? = nil) -> HeadwayStage {
    let stage = HeadwayStage(name, weight: max(1, weight), total: total, bell: bell, pulse: pulse)
    stages.withLock { $0.append(stage) }
    return stage
  }

  /// Runs `body` as a stage, and finishes the stage when `body` returns.
  ///
  /// ```swift
  /// task.withStage("convert", weight: 70, total: 512) { stage in
  ///   for part in parts { convert(part); stage.advance() }
  /// }
  /// ```
  ///
  /// The stage stays unfinished if `body` throws. The parameters are those of
  /// ``stage(_:weight:total:)``.
  public final func withStage<Result, Failure: Error>(
    _ name: String, weight: Int64, total: Int64? = nil,
    _ body: (HeadwayStage) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let stage = stage(name, weight: weight, total: total)
    let result = try body(stage)
    stage.finish()
    return result
  }

  /// Runs an asynchronous `body` as a stage, and finishes the stage when `body` returns.
  ///
  /// `body` runs in the isolation of the caller. The stage stays unfinished if `body` throws. The
  /// parameters are those of ``stage(_:weight:total:)``.
  public final func withStage<Result, Failure: Error>(
    _ name: String, weight: Int64, total: Int64? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (HeadwayStage) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let stage = stage(name, weight: weight, total: total)
    let result = try await body(stage)
    stage.finish()
    return result
  }

  /// A snapshot of the units counted here and in the stages.
  final var tally: Tally {
    let completed = completed
    return Tally(
      completed: completed, total: total, estimated: estimated(beyond: completed),
      stages: stages.withLock { $0 }.map(\.share))
  }

  private static func stored(_ total: Int64?) -> Int64 {
    guard let total, total > 0 else { return unknown }
    return min(total, UnitCounter.limit)
  }
}

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
