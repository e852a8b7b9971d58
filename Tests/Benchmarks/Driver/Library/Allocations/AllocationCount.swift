import Glibc

/// How often memory was asked for, so far.
struct AllocationCount {
  /// By the calling thread.
  var own: UInt64
  /// By all other threads.
  var others: UInt64

  static func - (now: Self, before: Self) -> Self {
    Self(own: now.own - before.own, others: now.others - before.others)
  }
}

/// The library that counts, as LD_PRELOAD put it into this process.
struct AllocationCounter {
  private typealias Count = @convention(c) () -> UInt64

  private let own: Count
  private let all: Count

  init() throws {
    own = try Self.find("headway_own_allocations")
    all = try Self.find("headway_all_allocations")
  }

  var now: AllocationCount {
    let own = own()
    return AllocationCount(own: own, others: all() - own)
  }

  private static func find(_ name: String) throws -> Count {
    guard let symbol = dlsym(nil, name) else {
      throw BenchmarkError("the interposer isn't loaded: no \(name)")
    }
    return unsafeBitCast(symbol, to: Count.self)
  }
}
