import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwayWire
import TestClocks

/// The near side of a bridge: whatever another machine writes, from the greeting to the screen.
///
/// The input is what comes over ssh. The monitor also shows this machine, with two tasks, one of
/// which has the key of a task there.
package struct HostTarget: FuzzTarget {
  package static let name = "host"
  package static let byteLimit = 1024

  private static let far = HostPlace(1)
  private static let now = Moment(
    awake: .seconds(1000), running: .seconds(5000),
    wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000))

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    guard let name = HostName("build1") else { throw BrokenPromise("no name of a host") }
    let host = Host(name)
    var model = Self.model(name)
    var reader = GreetingReader()
    let greeting: BridgeGreeting?
    do throws(HostTrouble) {
      greeting = try reader.read(input, from: host)
    } catch {
      try promise(!error.description.contains("\n"), "a trouble of two lines")
      try HarmlessText.check(error.description)
      try HarmlessText.check(error.brief.string)
      return
    }
    guard let greeting else { return }
    var intake = HostIntake(host: name, greeting, now: Self.now.wall.millisecondsSinceEpoch)
    model.happen(.greeted(SanitisedText(greeting.hub, limit: .line), of: Self.far))
    model.happen(.linkChanged(.connected, of: Self.far))
    model.happen(.snapshotStarted(of: Self.far))
    var framer = reader.framer
    while let line = try? framer.next() {
      guard let message = try? HubMessage(line: line) else { break }
      Self.apply(message, &intake, &model)
    }
    try Self.checkScreen(of: model)
    model.happen(.linkChanged(.reconnecting, of: Self.far))
    try Self.checkScreen(of: model)
    model.happen(.linkChanged(.connected, of: Self.far))
    Self.look(at: &model)
    _ = model.overallProgress(at: Self.now)
    for record in model.terminalRecords(at: Self.now).values {
      try HarmlessText.check(record.title?.string ?? "")
      try HarmlessText.check(record.message?.string ?? "")
    }
  }

  /// A monitor of this machine, with two tasks, and of build1.
  private static func model(_ name: HostName) -> MonitorModel {
    var settings = MonitorSettings()
    settings.hosts = [nil, name]
    var model = MonitorModel(settings: settings)
    model.happen(.resized(CanvasSize(columns: 80, rows: 40)))
    model.happen(.linkChanged(.connected))
    model.happen(.snapshotStarted())
    for number in 1...2 {
      guard let number = TaskNumber(number) else { continue }
      let key = TaskKey(high: 0, low: UInt64(number.value))
      model.happen(
        .taskChanged(TaskSnapshot(number: number, key: key, title: "own", state: .running)))
    }
    model.happen(.snapshotEnded())
    return model
  }

  /// Opens a card of the other machine, its output and the output of another attempt, and comes back.
  private static func look(at model: inout MonitorModel) {
    let keys: [Key] = [.end, .right, .enter, .character("l"), .character("["), .character("]")]
    for key in keys + [.character("q"), .character("s"), .character("s"), .left] {
      model.happen(.keyPressed(key))
      var renderer = MonitorRenderer()
      _ = renderer.render(model, at: now)
    }
  }

  /// The events that a monitor makes of a message of another machine.
  private static func apply(
    _ message: HubMessage, _ intake: inout HostIntake, _ model: inout MonitorModel
  ) {
    for event in MonitorLink.events(of: [message]) {
      switch event {
      case .changed(let task):
        if let task = intake.admit(task) { model.happen(.taskChanged(task, of: far)) }
      case .stepped(let steps): model.happen(.tasksStepped(steps, of: far))
      case .snapshotEnded: model.happen(.snapshotEnded(of: far))
      case .removed(let key):
        intake.remove(key)
        model.happen(.taskRemoved(CardKey(key, of: far)))
      case .summary(let message): model.happen(.summaryChanged(message.summary, of: far))
      case .requestFailed(let text):
        model.happen(.requestFailed(SanitisedText("build1: \(text)", limit: .line)))
      case .told(let notification): model.happen(.told(notification))
      case .connected, .disconnected, .failing, .silenced, .unreachable, .greeted, .resumed,
        .settingsChanged:
        break
      }
    }
  }

  /// Checks that no cell holds a control, and that this machine's heading is there.
  private static func checkScreen(of model: MonitorModel) throws(BrokenPromise) {
    var renderer = MonitorRenderer()
    let canvas = renderer.render(model, at: now)
    for row in 0..<40 {
      for column in 0..<80 { try HarmlessText.check(canvas[row: row, column: column].text) }
    }
    try promise(
      canvas.lines.contains { $0.contains("(this machine) · 2 running") },
      "another machine disturbed this one's heading")
  }
}

extension MonitorModel {
  fileprivate mutating func happen(_ event: MonitorEvent) {
    _ = update(
      event,
      at: Moment(
        awake: .seconds(1000), running: .seconds(5000),
        wall: WallTime(millisecondsSinceEpoch: 1_700_000_000_000)))
  }
}
