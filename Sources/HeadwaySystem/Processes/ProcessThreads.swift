/// The threads of a process, at most 64 of them (proc(5), `task`).
package struct ProcessThreads {
  /// How long a thread has had a processor, and how often.
  package struct RunTime: Hashable, Sendable {
    package let time: Duration
    package let turns: UInt64
  }

  private static let limit = 64

  package let identifiers: [Int32]
  private let directory: String

  package init(of process: Int32) {
    directory = "/proc/\(process)/task"
    identifiers = directoryEntries(directory).lazy.compactMap { Int32($0) }.prefix(Self.limit)
      .map { $0 }
  }

  /// The line of `syscall`; nil where it isn't ours to see (ptrace(2)).
  package func systemCall(of thread: Int32) -> String? {
    readProcFile("\(directory)/\(thread)/syscall").map { String(decoding: $0, as: UTF8.self) }
  }

  /// Of the threads that are still there; nil where the kernel doesn't count (`schedstat`).
  package func runTimes() -> [Int32: RunTime]? {
    let times = identifiers.compactMap { thread in
      readProcFile("\(directory)/\(thread)/schedstat").flatMap(RunTime.init).map { (thread, $0) }
    }
    return times.isEmpty ? nil : Dictionary(times) { first, _ in first }
  }
}

extension ProcessThreads.RunTime {
  /// Nanoseconds on a processor, nanoseconds of waiting for one, and the number of turns.
  init?(_ text: [UInt8]) {
    let fields = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard fields.count >= 3, let time = Int64(fields[0]), let turns = UInt64(fields[2]) else {
      return nil
    }
    self.init(time: .nanoseconds(time), turns: turns)
  }
}
