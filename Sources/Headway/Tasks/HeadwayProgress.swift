import Synchronization

/// What counts units: a task, or a stage of one.
///
/// From any thread. Counting takes no lock, allocates nothing, never waits, throws or fails,
/// whatever becomes of the hub; a thread of its own sends the latest state, the first change at once
/// and then at most 20 times a second.
public class HeadwayProgress: @unchecked Sendable {
  @usableFromInline let counter = UnitCounter()
  @usableFromInline let bell: Bell
  let pulse: Pulse
  private let totalUnits: Atomic<Int64>
  private let estimatedEnd = Atomic<Int64>(0)
  private let stages = Mutex<[HeadwayStage]>([])

  /// Units in all are unknown.
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

  /// Counts `units`; a negative number takes units back, but not below 0, and the sum stays below
  /// 2^61. The card takes nothing back within a phase.
  @inlinable
  public final func advance(by units: Int64) {
    if (0..<(1 << 31)).contains(units) {
      counter.add(units)
      bell.ringIfAsleep()
    } else {
      advanceClamped(by: units)
    }
  }

  @usableFromInline
  final func advanceClamped(by units: Int64) {
    counter.addClamped(units)
    bell.ringIfAsleep()
  }

  /// The units done, 0 to 2^61; what is set beyond is cut off. More than `total` counts as `total`
  /// on the card.
  public final var completed: Int64 {
    get { counter.value }
    set {
      counter.set(newValue)
      bell.ringIfAsleep()
    }
  }

  /// The units in all; nil while unknown, and for 0 and less. One that grows is shown as growing.
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

  /// Units beyond `completed` that are guessed: what is counted takes their place at once.
  final var estimated: Int64 { estimated(beyond: completed) }

  private final func estimated(beyond completed: Int64) -> Int64 {
    max(0, estimatedEnd.load(ordering: .relaxed) - completed)
  }

  /// A sign of life, with a guess, shown apart, at how many units are done; none is 0.
  final func beat(estimatedEnd units: Int64) {
    estimatedEnd.store(units, ordering: .relaxed)
    pulse.beats.add(1, ordering: .sequentiallyConsistent)
    bell.ringIfAsleep()
  }

  /// Adds a stage that stands for `weight` units of this one's `total`: as far as the stage is done,
  /// so many of them are.
  ///
  /// - Parameters:
  ///   - weight: at least 1.
  ///   - total: the stage's own units.
  public final func stage(_ name: String, weight: Int64, total: Int64? = nil) -> HeadwayStage {
    let stage = HeadwayStage(name, weight: max(1, weight), total: total, bell: bell, pulse: pulse)
    stages.withLock { $0.append(stage) }
    return stage
  }

  /// Does `body` as a stage, which is finished when that returns.
  public final func withStage<Result, Failure: Error>(
    _ name: String, weight: Int64, total: Int64? = nil,
    _ body: (HeadwayStage) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let stage = stage(name, weight: weight, total: total)
    let result = try body(stage)
    stage.finish()
    return result
  }

  /// Does `body` as a stage, which is finished when that returns.
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

  /// All that is counted here and in the stages below.
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
