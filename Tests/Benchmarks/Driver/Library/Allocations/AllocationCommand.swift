import ArgumentParser
import Glibc
import Headway

/// `headway-benchmarks allocations`: says "ready" once it has begun its task, waits for a line, and
/// prints for each call how often this thread asked for memory, and the others.
struct AllocationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allocations", abstract: "Count allocations of the library's calls.",
    shouldDisplay: false)

  /// The thread that sends falls asleep between two bursts, and the first call of each wakes it.
  private static let bursts = 20
  private static let pause: UInt32 = 120_000

  mutating func run() throws {
    let counter = try AllocationCounter()
    let task = beginTask("Allocations", total: 1_000_000_000)
    say("ready")
    _ = readLine()
    for call in CountedCall.allCases {
      let count = Self.count(call, of: task, counter)
      say("\(call.rawValue) \(count.own) \(count.others)")
    }
    task.end()
  }

  private static func count(
    _ call: CountedCall, of task: HeadwayTask, _ counter: AllocationCounter
  ) -> AllocationCount {
    switch call {
    case .advance: count(counter) { _ in task.advance() }
    case .completed: count(counter) { task.completed = $0 }
    case .total: count(counter) { task.total = 1_000_000_000 + $0 }
    case .control: count(counter) { Kept.shared.last = Kept.Allocated(number: $0) }
    }
  }

  private static func count(
    _ counter: AllocationCounter, _ body: (Int64) -> Void
  ) -> AllocationCount {
    let each = CountedCall.count / bursts
    let before = counter.now
    for burst in 0..<bursts {
      for call in 0..<each { body(Int64(burst * each + call)) }
      usleep(pause)
    }
    return counter.now - before
  }

  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}

/// What is allocated here is seen from elsewhere: the compiler can't do without it.
private final class Kept {
  final class Allocated {
    let number: Int64

    init(number: Int64) { self.number = number }
  }

  nonisolated(unsafe) static let shared = Kept()

  var last: Allocated?
}
