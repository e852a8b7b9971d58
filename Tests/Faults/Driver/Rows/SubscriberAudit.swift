import HeadwayModel
import HeadwaySystem
import TestClocks
import TestSupport

/// L2: what was acknowledged of a task's progress was shown to a live monitor within a second: no
/// hub lived for longer without showing it.
struct SubscriberAudit {
  private let scene: FaultScene
  private let absences: [ClosedRange<AwakeTime>]
  private let acknowledged: [Ledger.Entry]

  private static let bar: Duration = .seconds(1)

  init(_ scene: FaultScene, _ absences: [ClosedRange<AwakeTime>]) {
    self.scene = scene
    self.absences = absences
    acknowledged = Ledger.all("ledger.").filter { $0.words[0] == "progress" }
  }

  func perform(_ workforce: Workforce) async throws {
    _ = try? eventually("all of it shown", within: .seconds(5)) {
      sights().contains(nil) ? nil : ()
    }
    try await workforce.dismissObserver()
    var lags = Samples()
    for (entry, sight) in zip(acknowledged, sights()) {
      if let sight {
        lags.add(lag(from: entry.time, to: sight))
      } else {
        scene.lose("progress was never shown: \(entry.words)")
      }
    }
    scene.measure("\(lags.count) acknowledged reports shown within", lags.worst, bar: Self.bar)
    noteSetbacks()
  }

  /// When each acknowledged report, or a later one, was shown.
  private func sights() -> [AwakeTime?] {
    let seen = Dictionary(
      grouping: Ledger.entries("shown").filter { $0.words[0] == "seen" }, by: { $0.words[1] })
    return acknowledged.map { entry in
      let value = Int64(entry.words[2]) ?? 0
      let sight = seen[entry.words[1]]?.first { sight in
        sight.words[2] == "over" || Int64(sight.words[2]) ?? -1 >= value
      }
      return sight?.time
    }
  }

  /// The longest a hub lived in one piece between the two.
  private func lag(from start: AwakeTime, to end: AwakeTime) -> Duration {
    var (longest, since) = (Duration.zero, start)
    for absence in absences where absence.upperBound > start && absence.lowerBound < end {
      longest = max(longest, absence.lowerBound - since)
      since = absence.upperBound
    }
    return max(longest, end - since)
  }

  /// What a worker reported without asking for an acknowledgement isn't in the record: until the
  /// worker is back, its task stands where the record has it.
  private func noteSetbacks() {
    var lags = Samples()
    for entry in Ledger.entries("shown") where entry.words[0] == "recovered" {
      guard entry.words.count == 3, let since = Int64(entry.words[2]) else { continue }
      lags.add(lag(from: .microseconds(since), to: entry.time))
    }
    let (usual, worst) = (lags.percentile(50).shown, lags.worst.shown)
    scene.note(
      "unacknowledged progress shown lower after a kill: \(lags.count)×, for \(usual), at most \(worst), "
        + "of a hub's life")
  }
}
