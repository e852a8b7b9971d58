import HeadwaySystem
import HeadwayModel
import HeadwayWire
import Glibc

/// What one update costs the hub between its sockets: framed, decoded, applied; with 10 tasks, and
/// with 10,000.
enum PureUpdateRow {
  private static let batch = 64

  static func measure(_ bench: Bench) throws -> [TableRow] {
    let few = try Side(tasks: 10)
    let many = try Side(tasks: 10_000)
    let samples = try interleaved(rounds: bench.rounds(40), [few.cost, many.cost])
    let ratio = samples[1].median / samples[0].median
    return [
      TableRow(
        what: "an update framed, decoded and applied in memory: 10,000 tasks / 10",
        ours: nanoseconds(samples[1].median), peer: nanoseconds(samples[0].median),
        result: decimal(ratio) + "×", bar: "–", isMet: true)
    ]
  }

  private static func nanoseconds(_ duration: Duration) -> String {
    decimal(duration / .nanoseconds(1), 0) + " ns"
  }

  /// Updates of one number of tasks, every task in its turn.
  private final class Side {
    private var hub: PureHub
    private var templates: [UpdateTemplate]
    private var next: Int64 = 1_000_000_000
    private let updates = 200_000

    init(tasks count: Int) throws {
      hub = try PureHub(tasks: count)
      templates = (0..<(count + batch - 1) / batch).map { part in
        UpdateTemplate(tasks: part * batch..<min((part + 1) * batch, count))
      }
    }

    /// Of one update.
    func cost() throws -> Duration {
      var spent = Duration.zero
      var count = 0
      while count < updates {
        for place in templates.indices {
          templates[place].number(from: next)
          let start = threadTime()
          let changed = try templates[place].bytes.withUnsafeBytes { try hub.take($0) }
          spent += threadTime() - start
          guard changed == templates[place].count else { throw BenchmarkError("not all changed") }
          count += changed
        }
        next += Int64(batch)
      }
      return spent / count
    }
  }
}
