import HeadwayModel

/// The heading of a machine: `build1 · 3 running · 1 failed`, and the state of the connection at the
/// right.
struct HostHeading {
  let host: HostView
  /// The name of this machine.
  let ownName: String
  let tally: CardTally
  let isFolded: Bool
  let isSelected: Bool
  let glyphs: Glyphs
  /// The time of day at which the connection was lost, such as 14:03. Nil while there is one.
  let lostTime: String?
  /// The time of the drawing.
  let now: Moment

  var line: Line {
    let fold = isFolded ? glyphs.folded + " " : ""
    let name = Span(
      fold + (host.name?.name ?? String(localized: "\(ownName) (this machine)")),
      isSelected ? .selectedTitle : .heading)
    return Line(left: [name] + (counts.isEmpty ? [] : [Span(counts, .faint)]), right: state)
  }

  /// The counts above 0, the most important first.
  private var counts: String {
    let all: [(Int, CountedTasks)] = [
      (tally.running, .running), (tally.needsAnswer, .needsAnswer), (tally.paused, .paused),
      (tally.queued, .queued), (tally.cancelling, .cancelling), (tally.failed, .failed),
      (tally.ended - tally.failed, .ended),
    ]
    let shown = all.filter { $0.0 > 0 }.map { glyphs.separator + $0.1.words($0.0) }
    let words = shown.joined()
    guard let lostTime, !words.isEmpty, host.isPast else { return words }
    return glyphs.separator + String(localized: "as of \(lostTime)") + words
  }

  /// The state of the connection.
  private var state: [Span] {
    switch host.link {
    case .connecting: [Span(String(localized: "connecting"), .faint)]
    case .connected: host.name == nil ? [] : [Span(liveWords, .faint)]
    case .silent(let since):
      [Span(Self.silence(max(.zero, now.running - since)), .warning)]
    case .reconnecting where host.name == nil:
      [Span(String(localized: "hub gone, reconnecting"), .warning)]
    case .reconnecting: [Span(String(localized: "connection lost, reconnecting"), .warning)]
    case .failing: [Span(String(localized: "the hub dies at start, see: headway doctor"), .warning)]
    case .goodbye where host.isLoaded: [Span(String(localized: "hub stopped"), .warning)]
    case .goodbye: [Span(String(localized: "no hub runs"), .warning)]
    case .refused(let reason): [Span(reason.localized, .warning)]
    case .unreachable(let reason):
      [Span(String(localized: "can't be reached: \(localizing: reason)"), .warning)]
    case .loginNeeded(let reason):
      [
        Span(reason.localized + glyphs.separator, .attention),
        Span(String(localized: "Enter: log in"), .attention),
      ]
    }
  }

  private static func silence(_ time: Duration) -> String {
    String(localized: "no word for \(time.spoken)")
  }

  private var liveWords: String {
    let live = String(localized: "live", context: "state")
    return host.otherVersion.map { "\(live)\(glyphs.separator)headway \($0)" } ?? live
  }
}
