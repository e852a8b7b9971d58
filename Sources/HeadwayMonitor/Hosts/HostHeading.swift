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
      fold + (host.name?.name ?? "\(ownName) (this machine)"),
      isSelected ? .selectedTitle : .heading)
    return Line(left: [name] + (counts.isEmpty ? [] : [Span(counts, .faint)]), right: state)
  }

  /// The counts above 0, the most important first.
  private var counts: String {
    let all = [
      (tally.running, "running"),
      (tally.needsAnswer, tally.needsAnswer == 1 ? "needs you" : "need you"),
      (tally.paused, "paused"), (tally.queued, "queued"), (tally.cancelling, "cancelling"),
      (tally.failed, "failed"), (tally.ended - tally.failed, "ended"),
    ]
    let shown = all.filter { $0.0 > 0 }.map { "\(glyphs.separator)\($0.0) \($0.1)" }
    let words = shown.joined()
    guard let lostTime, !words.isEmpty, host.isPast else { return words }
    return "\(glyphs.separator)as of \(lostTime)" + words
  }

  /// The state of the connection.
  private var state: [Span] {
    switch host.link {
    case .connecting: [Span("connecting", .faint)]
    case .connected: host.name == nil ? [] : [Span(liveWords, .faint)]
    case .silent(let since):
      [Span("no word for \(max(.zero, now.running - since).spoken)", .warning)]
    case .reconnecting where host.name == nil: [Span("hub gone, reconnecting", .warning)]
    case .reconnecting: [Span("connection lost, reconnecting", .warning)]
    case .failing: [Span("the hub dies at start, see: headway doctor", .warning)]
    case .goodbye: [Span(host.isLoaded ? "hub stopped" : "no hub runs", .warning)]
    case .refused(let reason): [Span(reason.string, .warning)]
    case .unreachable(let reason): [Span("can't be reached: \(reason)", .warning)]
    case .loginNeeded(let reason): [Span("\(reason)\(glyphs.separator)Enter: log in", .attention)]
    }
  }

  private var liveWords: String {
    host.otherVersion.map { "live\(glyphs.separator)headway \($0)" } ?? "live"
  }
}
