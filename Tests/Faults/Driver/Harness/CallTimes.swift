import Glibc
import HeadwaySystem

/// How long a worker's calls took.
struct CallTimes {
  /// By the clock.
  private(set) var worst: Duration = .zero
  /// Without what the thread waited for a processor that others had (proc(5), `schedstat`).
  private(set) var worstOwn: Duration = .zero
  private(set) var count = 0

  private static let statistics = OwnedDescriptor(
    open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC))

  mutating func time<Result>(_ body: () -> Result) -> Result {
    let (waited, start) = (Self.waitedForProcessor, SystemClocks.awake)
    let result = body()
    let taken = SystemClocks.awake - start
    count += 1
    worst = max(worst, taken)
    if taken > worstOwn { worstOwn = max(worstOwn, taken - (Self.waitedForProcessor - waited)) }
    return result
  }

  /// Of this process's one thread; zero where the kernel doesn't count it.
  private static var waitedForProcessor: Duration {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = pread(statistics.raw, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return .zero }
      let words = buffer[..<count].split(separator: UInt8(ascii: " "))
      let text = words.count > 1 ? String(decoding: words[1], as: UTF8.self) : ""
      return .nanoseconds(Int64(text) ?? 0)
    }
  }
}
