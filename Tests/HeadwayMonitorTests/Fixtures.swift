import HeadwayModel
import TestClocks

@testable import HeadwayMonitor

extension Moment {
  /// 2026-01-31T09:05:00Z, at a whole second of the other clocks.
  static let start = Moment(
    awake: .seconds(1000), running: .seconds(5000),
    wall: WallTime(millisecondsSinceEpoch: 1_769_850_300_000))
}

/// The key of the task with that number.
func taskKey(_ number: Int) -> TaskKey { TaskKey(high: 0, low: UInt64(number)) }

/// The card of the task with that number, of the first machine.
func key(_ number: Int) -> CardKey { CardKey(taskKey(number)) }

/// A card of the task with that number, of the first machine.
func card(_ number: Int) -> Card { Card(task(number, ""), at: .start, keepEnded: .zero) }

extension TaskSnapshot {
  /// The identity of the task's card, of the first machine.
  var card: CardKey { CardKey(key) }
}

func task(
  _ number: Int, _ title: String, _ state: TaskState = .running,
  change: (inout TaskSnapshot) -> Void = { _ in }
) -> TaskSnapshot {
  guard let taskNumber = TaskNumber(number) else { preconditionFailure("numbers begin with 1") }
  var snapshot = TaskSnapshot(
    number: taskNumber, key: taskKey(number), title: SanitisedText(title), state: state)
  snapshot.worker.foreground = true
  change(&snapshot)
  return snapshot
}

func ended(
  _ number: Int, _ title: String, _ reason: EndReason, status: ExitStatus? = nil,
  secondsAgo: Int = 60
) -> TaskSnapshot {
  task(number, title, .ended) {
    $0.ending = TaskEnding(reason: reason, status: status)
    $0.endedAt = Moment.start.wall.advanced(by: .seconds(-secondsAgo))
    $0.elapsed = .seconds(250)
  }
}

extension TaskSnapshot {
  mutating func measure(
    _ completed: Int64, of total: Int64?, _ unit: SanitisedText? = nil, rate: Double? = nil,
    eta: Duration? = nil, _ confidence: EtaConfidence = .exact
  ) {
    var progress = TaskProgress()
    _ = progress.apply(ProgressReading(completed: completed, total: total, unit: unit))
    self.progress = TaskProgressView(progress, rate: rate, eta: eta.map { Eta($0, confidence) })
  }

  /// Stalled at 16 % for 45 s.
  mutating func stall(expiresIn: Duration? = nil) {
    measure(16, of: 100)
    stall.kind = .notAdvancing
    stall.time = .seconds(45)
    self.stall.expiresIn = expiresIn
  }
}

extension MonitorModel {
  /// Connected, with these tasks.
  init(
    _ columns: Int, _ rows: Int, _ tasks: [TaskSnapshot],
    settings: MonitorSettings = MonitorSettings()
  ) {
    self.init(settings: settings)
    happen(.resized(CanvasSize(columns: columns, rows: rows)))
    happen(.linkChanged(.connected))
    happen(.snapshotStarted())
    for task in tasks { happen(.taskChanged(task)) }
    happen(.snapshotEnded())
  }

  @discardableResult
  mutating func happen(_ event: MonitorEvent, at now: Moment = .start) -> [MonitorCommand] {
    update(event, at: now)
  }

  /// What the keys ask for; what the hub is told of the view is left out.
  @discardableResult
  mutating func press(_ keys: String) -> [MonitorCommand] {
    pressAndLook(keys).filter {
      switch $0 {
      case .setInterest, .followOutputs, .measure: false
      default: true
      }
    }
  }

  mutating func pressAndLook(_ keys: String) -> [MonitorCommand] {
    keys.unicodeScalars.flatMap { happen(.keyPressed(.character($0))) }
  }

  /// The screen as text, a line a row.
  func screen(at now: Moment = .start) -> String {
    render(self, at: now).lines.joined(separator: "\n")
  }
}

/// What the screen shows of `model` at `now`, all of it drawn anew.
func render(_ model: MonitorModel, at now: Moment) -> Canvas {
  var renderer = MonitorRenderer()
  return renderer.render(model, at: now)
}

/// One of everything that a normal day has.
let assorted: [TaskSnapshot] = [
  task(7, "Nightly backup") {
    $0.stall(expiresIn: .seconds(42))
    $0.elapsed = .seconds(300)
  },
  task(8, "Encode holiday.mp4") {
    $0.subtitle = "second pass"
    $0.measure(1_288_490_188, of: 3_221_225_472, "B", rate: 12_582_912, eta: .seconds(153))
    $0.progress.phase = "video"
    $0.progress.estimatedFraction = 0.5
    $0.elapsed = .seconds(123)
    $0.worker.foreground = false
  },
  task(9, "写真のバックアップ 📷") {
    $0.measure(300, of: 512, "files")
    $0.progress.isGrowing = true
    $0.elapsed = .seconds(9)
  },
  task(10, "Sync cafe\u{301} notes", .cancelling) {
    $0.measure(6360, of: 10_000, "%")
    $0.elapsed = .seconds(3700)
  },
  task(11, "Train resnet", .queued) { $0.terms.blockedOn = "gpu" },
  task(12, "Login to server") {
    $0.waitingForInput = .password
    $0.elapsed = .seconds(12)
  },
  ended(3, "Build images", .completed),
  ended(4, "Run tests", .failed, status: .code(2), secondsAgo: 30),
]
