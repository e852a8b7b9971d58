package import HeadwayModel
package import HeadwayWire

/// The state of a hub as the broker keeps it. The broker itself publishes ``down`` when the
/// connection of the hub's bridge breaks (the will of MQTT).
///
/// ```json
/// {"up":true,"bridge":"f00d","hub":"0.1.0","at":"2026-03-01T10:00:00.000Z","running":4,"queued":2,…}
/// ```
package struct FleetStatus: Hashable, Sendable {
  /// Whether the hub and its bridge run.
  package var isUp = false
  /// The bridge that says so; nil if nobody has said which. Each bridge has a name of its own, so that
  /// two bridges of one hub notice each other.
  package var bridge: SanitisedText?
  /// Whether the bridge is there, and no hub runs.
  package var isHubGone = false
  /// The version of the bridge; nil while it is down.
  package var version: SanitisedText?
  /// The time of the last change; nil while it is down.
  package var at: WallTime?
  package var running = 0
  package var queued = 0
  package var paused = 0
  package var cancelling = 0
  package var needsYou = 0
  package var failed = 0
  package var ended = 0
  /// The mean of the running tasks' measured shares, 0 to 1; nil if none is measured.
  package var fraction: Double?

  /// The state of a hub that can't be reached.
  package static let down = FleetStatus()

  /// The state of a hub whose bridge, the one of this name, is gone.
  package static func down(_ bridge: BridgeName) -> FleetStatus {
    var status = FleetStatus()
    status.bridge = bridge.text
    return status
  }

  /// The state of a hub that doesn't run, while its bridge does.
  package static func withoutHub(_ bridge: BridgeName) -> FleetStatus {
    var status = down(bridge)
    status.isHubGone = true
    return status
  }

  /// The time for which the broker keeps the state of a hub whose bridge is gone: a week.
  package static let downExpiry: Duration = .seconds(7 * 86_400)

  /// The message that a bridge leaves behind: the hub at `address` can't be reached.
  package static func farewell(of bridge: BridgeName, at address: FleetAddress) -> Publication {
    Publication(address.status, down(bridge).payload, quality: 1, expiry: downExpiry)
  }

  package init() {}

  /// Makes the state of a hub that runs.
  package init(
    _ summary: HubSummary, bridge: BridgeName, version: String, at time: WallTime
  ) {
    (isUp, self.bridge) = (true, bridge.text)
    self.version = SanitisedText(version, limit: .line)
    at = time
    (running, queued, paused) = (summary.running, summary.queued, summary.paused)
    (cancelling, needsYou) = (summary.cancelling, summary.needsYou)
    (failed, ended, fraction) = (summary.failed, summary.ended, summary.fraction)
  }

  /// The counts, without a task. A number that no hub has reads as 0 or as ``countLimit``, and a share
  /// outside 0 to 1 as unknown.
  package var summary: HubSummary {
    func bounded(_ count: Int) -> Int { max(0, min(count, Self.countLimit)) }
    var summary = HubSummary()
    (summary.running, summary.queued) = (bounded(running), bounded(queued))
    (summary.paused, summary.cancelling) = (bounded(paused), bounded(cancelling))
    (summary.needsYou, summary.failed) = (bounded(needsYou), bounded(failed))
    summary.ended = bounded(ended)
    summary.fraction = fraction.flatMap { (0...1).contains($0) ? $0 : nil }
    return summary
  }

  /// The greatest number of tasks in a state that is believed.
  private static let countLimit = 10_000_000

  /// Whether both say the same, at whatever time.
  func isSame(as other: FleetStatus) -> Bool {
    var other = other
    other.at = at
    return self == other
  }

  package var payload: [UInt8] { Array((jsonText() ?? "{}").utf8) }
}

extension FleetStatus: FieldObject, FieldValue {
  package static var unread: FleetStatus { FleetStatus() }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("up", &isUp)
    try fields.field("bridge", &bridge)
    try fields.field("hubGone", &isHubGone, usual: false)
    try fields.field("hub", &version)
    try fields.field("at", &at)
    guard isUp || fields.isReading else { return }
    try fields.field("running", &running, missing: 0)
    try fields.field("queued", &queued, missing: 0)
    try fields.field("paused", &paused, missing: 0)
    try fields.field("cancelling", &cancelling, missing: 0)
    try fields.field("needsYou", &needsYou, missing: 0)
    try fields.field("failed", &failed, missing: 0)
    try fields.field("ended", &ended, missing: 0)
    try fields.field("fraction", &fraction)
  }
}
