import Foundation

/// What the screen of a recording truly says, and from when on (Tests/Recordings/judge).
package struct Truth: Sendable {
  package struct Entry: Hashable, Sendable {
    /// The time of the output event after which it holds.
    package var seconds: Double
    /// The stretch of work, from 1.
    package var phase: Int
    /// 0 to 100; nil where it can't be known.
    package var percent: Double?
  }

  /// By time.
  package var entries: [Entry]

  package init(of name: String) throws {
    let file = RecordingFolder.progress.location.appending(component: "\(name).readings")
    entries = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let fields = line.split(separator: "\t")
      guard fields.count == 3, let seconds = Double(fields[0]), let phase = Int(fields[1]) else {
        throw CocoaError(.fileReadCorruptFile)
      }
      return Entry(seconds: seconds, phase: phase, percent: Double(fields[2]))
    }
  }

  /// The number of the entry that holds at `seconds`; nil before the first.
  package func index(at seconds: Double) -> Int? {
    entries.lastIndex { $0.seconds <= seconds }
  }
}
