/// The threads of a process, at most 64 (proc(5), `task`).
package struct ProcessThreads {
  /// A thread's time on a processor, and the number of times that it got one.
  package struct RunTime: Hashable, Sendable {
    package let time: Duration
    package let turns: UInt64
  }

  private static let limit = 64

  /// The ids of the threads.
  package let identifiers: [Int32]
  private let directory: String

  /// Lists the threads of `process`; empty if it is gone.
  package init(of process: Int32) {
    directory = "/proc/\(process)/task"
    identifiers = directoryEntries(directory).lazy.compactMap { Int32($0) }.prefix(Self.limit)
      .map { $0 }
  }

  /// Returns the line of `syscall`, which names the call that a thread is blocked in. Nil if it may
  /// not be read (ptrace(2)).
  package func systemCall(of thread: Int32) -> String? {
    readProcFile("\(directory)/\(thread)/syscall").map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the run times of the threads that still exist. Nil if the kernel doesn't count them
  /// (`schedstat`).
  package func runTimes() -> [Int32: RunTime]? {
    let times = identifiers.compactMap { thread in
      readProcFile("\(directory)/\(thread)/schedstat").flatMap(RunTime.init).map { (thread, $0) }
    }
    return times.isEmpty ? nil : Dictionary(times) { first, _ in first }
  }
}

/// Parsing of `schedstat`.
extension ProcessThreads.RunTime {
  /// Parses three numbers: nanoseconds on a processor, nanoseconds of waiting for one, and the
  /// number of turns.
  init?(_ text: [UInt8]) {
    let fields = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard fields.count >= 3, let time = Int64(fields[0]), let turns = UInt64(fields[2]) else {
      return nil
    }
    self.init(time: .nanoseconds(time), turns: turns)
  }
}
