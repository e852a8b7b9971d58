import Foundation
import Headway
import Synchronization

/// A `Progress` that passes its counts to a card.
///
/// Foundation on Linux has no key-value observing, so the class overrides the setters. Children
/// change the fraction without calling a setter. Therefore the class reads the fraction four times
/// a second while the progress has children.
final class ReportedProgress: Progress, @unchecked Sendable {
  private let card: HeadwayTask
  /// The completed units as they were set. Unused once the progress has children.
  private let completed = Atomic<Int64>(0)
  /// The total as it was set. Unused once the progress has children.
  private let total = Atomic<Int64>(0)
  /// Whether Foundation counts the units: true from the first child on.
  private let hasChildren = Atomic<Bool>(false)
  /// A lock around setting units, so that the card gets them in the same order.
  private let guarding = Mutex(())
  /// The stage that shows the fraction of the whole, once the progress has children.
  private var whole: HeadwayStage?
  private var sampling: (any DispatchSourceTimer)?
  /// Whether the task has ended, so that no timer must start any more.
  private var isOver = false

  /// The units of the stage: hundredths of a percent.
  private static let scale: Int64 = 10_000
  /// The time between two reads of the fraction.
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

  /// The completed units that Foundation may know.
  ///
  /// Foundation's fractions trap if the total returns to 0, and if the completed units are far
  /// beyond the total. The count is therefore kept from 0 to the total.
  private var harmlessUnits: Int64 {
    let total = total.load(ordering: .relaxed)
    return total > 0 ? min(max(0, completed.load(ordering: .relaxed)), total) : 0
  }

  /// Adds a child, and switches the card from units to the fraction.
  ///
  /// Foundation calls this function for every kind of child, including the implicit ones.
  override func addChild(_ child: Progress, withPendingUnitCount portion: Int64) {
    super.addChild(child, withPendingUnitCount: portion)
    guarding.withLock { _ in
      if whole == nil { countShare() }
      if sampling == nil, !isOver { sampling = makeTimer() }
    }
    sample()
  }

  /// Ends the time as the current progress.
  ///
  /// Foundation counts the pending units as done if no child took them, without calling a setter.
  override func resignCurrent() {
    let before = super.completedUnitCount
    super.resignCurrent()
    let counted = super.completedUnitCount - before
    if counted != 0, !hasChildren.load(ordering: .acquiring) { completedUnitCount += counted }
  }

  /// Sends the last fraction and stops the timer.
  func finish() {
    sample()
    guarding.withLock { _ in
      isOver = true
      sampling?.cancel()
      sampling = nil
    }
  }

  /// Replaces the card's units by a stage for the fraction.
  ///
  /// The order of the statements matters: the card may show too little in between, but never too
  /// much.
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
