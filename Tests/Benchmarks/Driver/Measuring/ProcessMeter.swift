import Glibc
import HeadwayModel
import HeadwaySystem

/// What the kernel says of a process (proc(5)).
struct ProcessMeter {
  let process: CInt

  /// Time on a processor of all its threads, those that are over too (clock_getcpuclockid(3)).
  var cpuTime: Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return .zero
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// How often its threads were put on a processor: each wake-up is one, at least.
  var switches: Int64 {
    threads.map { thread in
      let status = readProcFile("\(thread)/status") ?? []
      return field("voluntary_ctxt_switches", in: status)
        + field("nonvoluntary_ctxt_switches", in: status)
    }.reduce(0, +)
  }

  /// Anonymous resident memory, in KiB.
  var anonymousMemory: Int64 {
    field("RssAnon", in: readProcFile("/proc/\(process)/status") ?? [])
  }

  var descriptorCount: Int { directoryEntries("/proc/\(process)/fd").count }

  private var threads: [String] {
    directoryEntries("/proc/\(process)/task").map { "/proc/\(process)/task/\($0)" }
  }

  /// The number in the line `name:`; 0 where there is none.
  private func field(_ name: String, in text: [UInt8]) -> Int64 {
    let head = Array((name + ":").utf8)
    let line = text.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: head) }
    return firstNumber(in: Array((line ?? []).dropFirst(head.count)))
  }

  private func firstNumber(in text: [UInt8]) -> Int64 {
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let digits = text.drop { !isDigit($0) }.prefix(while: isDigit)
    return Int64(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
