import Foundation
import Headway
import Synchronization

/// A progress that tells a card what is counted in it.
///
/// There is no observing on Linux: units come by the setters. What children do moves the fraction
/// without any call, so it is looked at while there are children.
final class ReportedProgress: Progress, @unchecked Sendable {
  private let card: HeadwayTask
  /// As it was set, until there are children.
  private let completed = Atomic<Int64>(0)
  /// As it was set, until there are children.
  private let total = Atomic<Int64>(0)
  /// Foundation counts the units from then on.
  private let hasChildren = Atomic<Bool>(false)
  /// Held while units are set, so that the card's are the newest.
  private let guarding = Mutex(())
  /// Stands for the whole once there are children.
  private var whole: HeadwayStage?
  private var sampling: (any DispatchSourceTimer)?
  private var isOver = false

  /// The share that is done, to the card: hundredths of a percent.
  private static let scale: Int64 = 10_000
  private static let interval = DispatchTimeInterval.milliseconds(250)

  init(_ card: HeadwayTask) {
    self.card = card
    super.init(parent: nil, userInfo: nil)
  }

  deinit { sampling?.cancel() }

  override var completedUnitCount: Int64 {
    get {
      hasChildren.load(ordering: .acquiring)
        ? super.completedUnitCount : completed.load(ordering: .relaxed)
    }
    set {
      guarding.withLock { _ in
        guard whole == nil else { return super.completedUnitCount = newValue }
        completed.store(newValue, ordering: .relaxed)
        super.completedUnitCount = harmlessUnits
        card.completed = newValue
      }
    }
  }

  override var totalUnitCount: Int64 {
    get {
      hasChildren.load(ordering: .acquiring)
        ? super.totalUnitCount : total.load(ordering: .relaxed)
    }
    set {
      guarding.withLock { _ in
        if newValue > 0 {
          if whole == nil { super.completedUnitCount = 0 }
          super.totalUnitCount = newValue
        }
        guard whole == nil else { return }
        total.store(newValue, ordering: .relaxed)
        super.completedUnitCount = harmlessUnits
        card.total = newValue
      }
    }
  }

  /// For Foundation's fractions, which trap on a total that goes back to 0, and on huge numbers
  /// beyond it.
  private var harmlessUnits: Int64 {
    let total = total.load(ordering: .relaxed)
    return total > 0 ? min(max(0, completed.load(ordering: .relaxed)), total) : 0
  }

  /// Every child comes here, however it is made.
  override func addChild(_ child: Progress, withPendingUnitCount portion: Int64) {
    super.addChild(child, withPendingUnitCount: portion)
    guarding.withLock { _ in
      if whole == nil { countShare() }
      if sampling == nil, !isOver { sampling = makeTimer() }
    }
    sample()
  }

  /// Units that no child took count as done then, without a setter.
  override func resignCurrent() {
    let before = super.completedUnitCount
    super.resignCurrent()
    let counted = super.completedUnitCount - before
    if counted != 0, !hasChildren.load(ordering: .acquiring) { completedUnitCount += counted }
  }

  /// The card has the last word on it; nothing is looked at any more.
  func finish() {
    sample()
    guarding.withLock { _ in
      isOver = true
      sampling?.cancel()
      sampling = nil
    }
  }

  /// From units to the share of one stage. In between the card may be told less than is done, never
  /// more.
  private func countShare() {
    let stage = card.stage("", weight: 1)
    card.completed = 0
    card.total = nil
    stage.total = Self.scale
    whole = stage
    hasChildren.store(true, ordering: .releasing)
  }

  private func sample() {
    let fraction = min(max(0, fractionCompleted), 1)
    guarding.withLock { _ in whole?.completed = Int64(fraction * Double(Self.scale)) }
  }

  private func makeTimer() -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
    timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
    timer.setEventHandler { [weak self] in self?.sample() }
    timer.resume()
    return timer
  }
}
