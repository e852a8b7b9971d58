public import CHeadwaySystem
public import Synchronization

/// A lock-free count of units that loses none, whichever threads count.
///
/// The first thread that counts becomes the owner of a cell and writes to the cell with plain loads
/// and stores. All other threads share a second cell and use atomic additions.
/// `headway_thread_number` may give the number of a thread that has ended to a new thread, but
/// never to two threads at a time.
@usableFromInline
struct UnitCounter: ~Copyable, Sendable {
  /// The sum of the additions of all other threads.
  @usableFromInline let owner = Atomic<UInt>(0)
  @usableFromInline let own = Atomic<Int64>(0)
  @usableFromInline let others = Atomic<Int64>(0)

  /// The greatest value; larger sums are cut off.
  ///
  /// The distance from `Int64.max` is so large that threads that go on adding can't overflow the
  /// cells.
  static let limit = Int64.max / 4

  init() {}

  /// The count, from 0 to `limit`.
  var value: Int64 { min(max(0, sum), Self.limit) }

  private var sum: Int64 { own.load(ordering: .relaxed) &+ others.load(ordering: .relaxed) }

  /// Adds `units` without a limit check. The fence keeps the compiler from moving the caller's next
  /// read of `Bell.isAsleep` before the addition.
  @inlinable
  func add(_ units: Int64) {
    if owner.load(ordering: .relaxed) == headway_thread_number() {
      own.store(own.load(ordering: .relaxed) &+ units, ordering: .relaxed)
    } else {
      addAsAnother(units)
    }
    headway_compiler_fence()
  }

  /// Adds `units` from a thread that isn't the owner, and makes the thread the owner if there is
  /// none.
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

  /// Adds any number of units, positive or negative, and keeps the sum from 0 to the limit.
  func addClamped(_ units: Int64) {
    let (wanted, overflow) = value.addingReportingOverflow(units)
    set(overflow ? (units > 0 ? Self.limit : 0) : wanted)
  }

  /// Sets the count to `units`, cut off at 0 and at the limit.
  ///
  /// The result is exact unless another thread counts at the same time; the other thread's units
  /// are then added.
  func set(_ units: Int64) { add(min(max(0, units), Self.limit) &- sum) }
}
