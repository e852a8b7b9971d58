import HeadwayModel

/// The monitor's view of one machine's hub.
struct HostView: Sendable {
  /// The name of the machine. Nil for this machine.
  let name: HostName?
  /// The connection to the hub.
  var link = LinkState.connecting
  /// The time at which the connection was lost. The screen shows the tasks as of that time, because
  /// later changes are unknown. Nil while connected.
  var lostAt: Moment?
  /// The end of a grace period after a reconnect, on the continuous clock. A hub that crashed may
  /// report less progress than the monitor has already shown until its workers are back. Nil before
  /// the first reconnect.
  var mayBeBehindUntil: RunningTime?
  /// The cards of an unfinished snapshot. They replace the cards of the machine when the snapshot
  /// ends. Nil between snapshots.
  var arriving: [CardKey: Card]?
  /// Whether a complete snapshot ever arrived. Until then an empty list doesn't mean that there are
  /// no tasks.
  var isLoaded = false
  /// The interest that the hub knows. Nil after a reconnect, so that the model sends its interest
  /// again.
  var interest: MonitorInterest?
  /// The hub's own counts of all its tasks. Nil until the hub sends them.
  var summary: HubSummary?
  /// Whether the broker has forgotten the hub, which is then no longer shown.
  var isForgotten = false
  /// The version of the hub, if it isn't the monitor's.
  var otherVersion: SanitisedText?

  /// Whether the hub answers.
  var isConnected: Bool { link == .connected }

  /// Whether requests reach the hub. A hub that is silent for a while may still get them.
  var takesRequests: Bool {
    switch link {
    case .connected, .silent: true
    case .connecting, .reconnecting, .failing, .goodbye, .refused, .unreachable, .loginNeeded: false
    }
  }

  /// Whether the hub won't be back by itself: it has said goodbye, or it refuses.
  var hasLeft: Bool {
    switch link {
    case .goodbye, .refused, .unreachable, .loginNeeded: true
    case .connecting, .connected, .silent, .reconnecting, .failing: false
    }
  }

  /// The words for an order that isn't sent, because no hub takes it.
  var refusalText: String {
    if let name { return String(localized: "\(name) can't be reached now: nothing was sent.") }
    if case .refused = link {
      return String(localized: "The hub refuses this monitor: nothing was sent.")
    }
    return String(localized: "No hub runs: nothing was sent; to start one: headway hub start")
  }

  /// Whether the machine is missing: another one that was tried in vain, or whose hub is gone.
  var isMissing: Bool { name != nil && !takesRequests && link != .connecting }

  /// Whether cards of the machine are shown as they were when the connection was lost. The cards of
  /// this machine keep their looks then: the header says what has happened.
  var isPast: Bool { name != nil && lostAt != nil }

  /// Enters the new state of the link and drops everything that belonged to the previous
  /// connection.
  ///
  /// - Parameter timeToReturn: The time in which workers come back to a new hub.
  mutating func change(_ link: LinkState, at now: Moment, timeToReturn: Duration) {
    let wasConnected = takesRequests
    let lastWord = lastWord(before: now)
    let wasSilent = if case .silent = self.link { true } else { false }
    let isSilent = if case .silent = link { true } else { false }
    self.link = link
    // A hub that is late goes on where it was.
    if !isSilent, !(wasSilent && link == .connected) {
      (arriving, interest, summary) = (nil, nil, nil)
    }
    switch link {
    case .connected: (lostAt, isForgotten) = (nil, false)
    // A machine that is silent is late, and not gone.
    case .silent where name != nil: break
    default: lostAt = lostAt ?? (wasConnected || name == nil ? lastWord : nil)
    }
    if link == .connected, isLoaded { mayBeBehindUntil = now.running + timeToReturn }
  }

  /// The time of the last word of the hub, as far as it is known: `now` unless the hub fell silent.
  private func lastWord(before now: Moment) -> Moment {
    guard case .silent(let since) = link, name != nil else { return now }
    let silence = max(.zero, now.running - since)
    return Moment(
      awake: now.awake - silence, running: since, wall: now.wall.advanced(by: .zero - silence))
  }
}
