import Glibc
import HeadwayModel
import HeadwaySystem

/// How long a worker's calls took.
struct CallTimes {
  /// By the clock.
  private(set) var worst: Duration = .zero
  /// Of the calls that waited for something other than a processor. One that gave it up at no time
  /// waited for nobody: what took long there was a machine that others had, also the one below a
  /// virtual one, which schedstat doesn't count.
  private(set) var worstWait: Duration = .zero
  private(set) var count = 0

  private static let statistics = OwnedDescriptor(
    open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC))

  /// RUSAGE_THREAD, which glibc declares with _GNU_SOURCE only.
  private static let oneThread: __rusage_who_t = 1

  mutating func time<Result>(_ body: () -> Result) -> Result {
    let (sleeps, delay, start) = (Self.sleeps, Self.waitedForProcessor, SystemClocks.awake)
    let result = body()
    let taken = SystemClocks.awake - start
    count += 1
    worst = max(worst, taken)
    if taken > worstWait, Self.sleeps > sleeps {
      worstWait = max(worstWait, taken - (Self.waitedForProcessor - delay))
    }
    return result
  }

  /// How often this process's one thread gave up its processor by itself: it waited (getrusage(2)).
  private static var sleeps: Int {
    var usage = rusage()
    return getrusage(oneThread, &usage) == 0 ? usage.ru_nvcsw : 0
  }

  /// Of this process's one thread (proc(5), `schedstat`); zero where the kernel doesn't count it.
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
