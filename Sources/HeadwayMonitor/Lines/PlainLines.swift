package import HeadwayModel

/// The monitor as lines of text, for output that isn't a terminal: logs, CI and screen readers.
///
/// It adds a line only for a change that a person would note: a new state, a question, an end, or
/// another ten percent.
///
/// ```swift
/// var lines = PlainLines()
/// for line in lines.lines(for: event, at: now) { print(line) }
/// ```
package struct PlainLines: Sendable {
  /// The state at the last line of each task.
  private var seen: [CardKey: Noted] = [:]
  /// The tasks of each machine's unfinished snapshot.
  private var confirmed: [HostPlace: Set<CardKey>] = [:]
  /// The machines whose connection was lost since the last line about it.
  private var lost: Set<HostPlace> = []
  private let filter: TaskQuery
  private var hosts: [HostName?]

  /// - Parameters:
  ///   - filter: the tasks to report.
  ///   - hosts: the machines; nil for this one.
  package init(_ filter: TaskQuery = .everything, hosts: [HostName?] = [nil]) {
    (self.filter, self.hosts) = (filter, hosts)
  }

  /// Whether any reported task hasn't ended.
  package var hasLiveTasks: Bool { seen.values.contains { $0.state != .ended } }

  /// The lines to add for `event`, without line breaks.
  package mutating func lines(for event: MonitorEvent, at now: WallTime) -> [String] {
    switch event {
    case .hostFound(let name): hosts.append(name)
    case .hostForgotten(let host): return forget(host)
    case .linkChanged(let link, let host): return change(link, of: host)
    case .taskChanged(let snapshot, let host): return apply(snapshot, of: host, at: now)
    case .taskRemoved(let key): seen[key] = nil
    case .snapshotStarted(let host): confirmed[host] = []
    case .snapshotEnded(let host): forgetUnconfirmed(of: host)
    case .requestFailed(let text): return [text.localized]
    // This link reports every change as a whole snapshot, never as steps.
    case .tasksStepped: break
    case .keyPressed, .pasted, .mouse, .resized, .focusChanged, .tick, .returned, .leaving,
      .settingsChanged, .outputBegan, .complained, .told, .output, .outputMissing,
      .outputRefused, .measured, .summaryChanged, .greeted, .ambiguousIsWide:
      break
    }
    return []
  }

  /// The line for a machine that the broker has forgotten.
  private mutating func forget(_ host: HostPlace) -> [String] {
    seen = seen.filter { $0.key.host != host }
    (confirmed[host], _) = (nil, lost.remove(host))
    let name = hosts.indices.contains(host.index) ? hosts[host.index] : nil
    return name.map { [String(localized: "\($0): forgotten by the broker")] } ?? []
  }

  /// The line for a new state of a machine's connection.
  private mutating func change(_ link: LinkState, of host: HostPlace) -> [String] {
    confirmed[host] = nil
    let wasLost = lost.contains(host)
    if link == .connected { lost.remove(host) } else { lost.insert(host) }
    let name = hosts.indices.contains(host.index) ? hosts[host.index] : nil
    let isBack = wasLost && seen.keys.contains { $0.host == host }
    let words = link == .connected && !isBack ? nil : link.news(isOwn: name == nil)
    return words.map { words in [name.map { "\($0): \(words)" } ?? words] } ?? []
  }

  /// The line for a change of a task. A task that stops matching the filter gets a last line.
  private mutating func apply(
    _ snapshot: TaskSnapshot, of host: HostPlace, at now: WallTime
  ) -> [String] {
    let key = CardKey(snapshot.key, of: host)
    confirmed[host]?.insert(key)
    let old = seen[key]
    let isMeant = filter.isEmpty || filter.matches(snapshot, at: now)
    // A task that no longer matches the filter still gets a last line.
    guard isMeant || old != nil else { return [] }
    let new = Noted(snapshot)
    seen[key] = isMeant ? new : nil
    // A task that ended before anybody watched is no news.
    if old == nil, new.state == .ended, confirmed[host] != nil { return [] }
    return new.words(after: old, of: snapshot).map { ["\(snapshot.reference) \($0)"] } ?? []
  }

  /// Forgets the tasks that the snapshot didn't contain.
  private mutating func forgetUnconfirmed(of host: HostPlace) {
    guard let confirmed = confirmed.removeValue(forKey: host) else { return }
    seen = seen.filter { $0.key.host != host || confirmed.contains($0.key) }
  }
}

extension LinkState {
  /// The line about a new state of a connection. Nil for the first attempt to connect.
  ///
  /// - Parameter isOwn: Whether the hub is that of this machine.
  fileprivate func news(isOwn: Bool) -> String? {
    switch self {
    case .connecting: nil
    case .connected: String(localized: "connected again")
    case .silent where isOwn: String(localized: "hub not answering")
    case .silent: String(localized: "no word from its hub")
    case .reconnecting where isOwn: String(localized: "hub gone, reconnecting")
    case .reconnecting: String(localized: "connection lost, reconnecting")
    case .failing: String(localized: "the hub dies at start, see: headway doctor")
    case .goodbye: String(localized: "hub stopped")
    case .refused(let reason): reason.localized
    case .unreachable(let reason): String(localized: "can't be reached: \(localizing: reason)")
    case .loginNeeded(let reason):
      String(localized: "\(localizing: reason); log in with ssh, and start headway watch again")
    }
  }
}

/// The facts about a task that lines report. A new line appears when one of them changes.
private struct Noted: Hashable {
  var state: TaskState
  /// The tens of percent of measured progress, 0 to 10.
  var tenths: Int
  var stalled: StallKind?
  var inputWait: InputWait?
  var programState: ProgramState?

  init(_ snapshot: TaskSnapshot) {
    state = snapshot.state
    tenths = snapshot.progress.fraction.map { wholePercent($0) / 10 } ?? 0
    stalled = snapshot.stall.kind
    inputWait = snapshot.waitingForInput
    programState = snapshot.programState
  }

  /// The line for the most important change since `old`. Nil if nothing changed. `old` is nil for a
  /// task without any line yet.
  func words(after old: Noted?, of snapshot: TaskSnapshot) -> String? {
    if state != .ended, stalled != old?.stalled, let question = snapshot.question() {
      return question + Self.answerHint(snapshot)
    }
    return news(since: old, of: snapshot).map { "\(snapshot.title): \($0)" }
  }

  /// The change without the title.
  private func news(since old: Noted?, of snapshot: TaskSnapshot) -> String? {
    if state == .ended { return old?.state == .ended ? nil : Self.ending(of: snapshot) }
    if inputWait != old?.inputWait || programState != old?.programState {
      if let sentence = snapshot.waitSentence ?? programState?.words { return sentence }
    }
    if state != old?.state { return Self.state(state, of: snapshot) }
    return tenths > old?.tenths ?? 0 ? Self.progress(of: snapshot) : nil
  }

  private static func ending(of snapshot: TaskSnapshot) -> String {
    let sentence = snapshot.endSentence ?? ""
    return snapshot.elapsed.map { "\(sentence) (\($0.compact))" } ?? sentence
  }

  /// The command that answers the question, and the time left for it.
  private static func answerHint(_ snapshot: TaskSnapshot) -> String {
    " (\(snapshot.answerHint(of: snapshot.reference)))"
  }

  private static func state(_ state: TaskState, of snapshot: TaskSnapshot) -> String {
    snapshot.waitingWords(separator: .betweenWords) ?? state.words
  }

  /// The progress in words: `40% (1.2/3.0 GiB, 12.0 MiB/s, 4m10s left)`.
  private static func progress(of snapshot: TaskSnapshot) -> String? {
    guard let fraction = snapshot.progress.fraction else { return nil }
    let progress = snapshot.progress
    let eta = progress.eta.map { String(localized: "\(progress.etaText($0)) left") }
    let known = [ShownCounts(progress)?.text, ShownRate(progress)?.text, eta]
    let facts = known.compactMap { $0 }.joined(separator: .betweenWords)
    return "\(wholePercent(fraction))%" + (facts.isEmpty ? "" : " (\(facts))")
  }
}
