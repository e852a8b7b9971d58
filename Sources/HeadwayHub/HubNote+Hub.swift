import HeadwayHubCore
import HeadwayModel
import HeadwaySystem

// The hub's note about itself, in the hub's own words.
extension HubNote {
  /// A note for this hub, whose crashes from now on write to it.
  static func begin(at path: String) -> HubNote {
    let note = HubNote(at: path)
    var words = [String](repeating: "", count: HubActivity.allCases.count)
    for activity in HubActivity.allCases where words.indices.contains(Int(activity.rawValue)) {
      words[Int(activity.rawValue)] = activity.words.english
    }
    note.catchCrashes(words)
    return note
  }

  func starts(_ activity: HubActivity) { starts(activity.rawValue) }

  /// Notes `event`, and returns what was noted before. For every event of the loop: cheap.
  ///
  /// - Parameter number: of the task with that key; nil for a task that the hub doesn't know.
  func begin(_ event: HubEvent, number: (TaskKey) -> TaskNumber?) -> Work {
    let (activity, task) = HubActivity.of(event)
    var work = Work(activity: activity.rawValue)
    switch task {
    case .number(let number): work.number = number.value
    case .key(let key):
      work.number = number(key)?.value ?? 0
      work.key = Work.Key(high: key.high, low: key.low)
    case .identifier, nil: break
    }
    return exchange(work)
  }
}

/// The hub that served here before, if it left without a goodbye.
struct EarlierHub {
  private let note: HubNote.Reading

  /// Reads the note of the last hub. Nil if there was none or if that hub left in order. Call it
  /// before this hub makes its own note.
  init?(_ paths: HeadwayPaths) {
    guard let note = HubNote.read(paths.hubNote), note.state != .ended else { return nil }
    self.note = note
  }

  /// A line for the log; nil where the hub that died wrote one itself.
  func line(at clock: (WallTime) -> String) -> String? {
    guard note.crash == nil else { return nil }
    let words = death.words(at: clock(death.wall))
    return "the hub before this one, process \(note.process), \(words)"
  }

  /// The death of a hub that had listened. The one that started the hub has counted any other.
  var deathInService: HubDeath? { note.listeningAt == nil ? nil : death }

  private var death: HubDeath {
    let activity = note.work.map { work in
      HubActivity.words(
        work.activity, taskNumber: work.number,
        key: work.key.map { TaskKey(high: $0.high, low: $0.low) })
    }
    let now = HubClock.now
    return HubDeath(
      listeningAt: note.listeningAt, seenAt: note.seenAt, crash: note.crash,
      activity: activity ?? .empty, now: now.running, now.wall)
  }
}
