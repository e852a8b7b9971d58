public import CHeadwaySystem
public import Synchronization

/// Units counted from any thread without a lock, and none of them lost.
///
/// The first thread that counts owns a cell of its own and needs no atomic instruction on it; all
/// others share one. A thread that is gone may leave its number to another one: never to two.
@usableFromInline
struct UnitCounter: ~Copyable, Sendable {
  @usableFromInline let owner = Atomic<UInt>(0)
  @usableFromInline let own = Atomic<Int64>(0)
  @usableFromInline let others = Atomic<Int64>(0)

  /// Sums beyond are cut off; far enough from `Int64.max` that counting on can't overflow.
  static let limit = Int64.max / 4

  init() {}

  var value: Int64 { min(max(0, sum), Self.limit) }

  private var sum: Int64 { own.load(ordering: .relaxed) &+ others.load(ordering: .relaxed) }

  @inlinable
  func add(_ units: Int64) {
    if owner.load(ordering: .relaxed) == headway_thread_number() {
      own.store(own.load(ordering: .relaxed) &+ units, ordering: .relaxed)
    } else {
      addAsAnother(units)
    }
    headway_compiler_fence()
  }

  @usableFromInline
  func addAsAnother(_ units: Int64) {
    let claim = owner.compareExchange(
      expected: 0, desired: headway_thread_number(), ordering: .relaxed)
    if claim.exchanged {
      own.store(own.load(ordering: .relaxed) &+ units, ordering: .relaxed)
    } else {
      others.wrappingAdd(units, ordering: .relaxed)
    }
  }

  /// Any number: the sum stays within 0 and the limit.
  func addClamped(_ units: Int64) {
    let (wanted, overflow) = value.addingReportingOverflow(units)
    set(overflow ? (units > 0 ? Self.limit : 0) : wanted)
  }

  /// Exact unless another thread counts meanwhile; what that one counted is kept then.
  func set(_ units: Int64) { add(min(max(0, units), Self.limit) &- sum) }
}
