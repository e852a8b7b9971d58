import HeadwayModel

/// The machines of the monitor.
extension MonitorModel {
  /// Whether other machines than this one are among the machines, shown or not.
  var hasHosts: Bool { hosts.contains { $0.name != nil } }

  /// Whether the keys that show and hide other machines apply.
  var canHideHosts: Bool { hasHosts && hosts.contains { $0.name == nil } }

  /// The places of the machines that are shown.
  var shownHosts: [HostPlace] {
    hosts.indices.filter {
      !hosts[$0].isForgotten && (areHostsShown || !canHideHosts || hosts[$0].name == nil)
    }
    .map(HostPlace.init)
  }

  /// The machine at a place. A place outside is that of the first machine.
  subscript(host: HostPlace) -> HostView {
    hosts.indices.contains(host.index) ? hosts[host.index] : hosts[0]
  }

  /// Changes the machine at a place, without a copy of its cards.
  mutating func change(_ host: HostPlace, _ body: (inout HostView) -> Void) {
    if hosts.indices.contains(host.index) { body(&hosts[host.index]) }
  }

  /// The machine whose heading is selected. Nil while a card is.
  var selectedHost: HostPlace? { selection.flatMap { $0.isHeading ? $0.host : nil } }

  /// Whether any task of the machine, listed or not, hasn't ended. The shell minds a hub that falls
  /// silent only while this is true.
  package func hasLiveTasks(of host: HostPlace = .first) -> Bool {
    let tally = cards.tally(of: host)
    return tally.total > tally.ended
  }

  /// The time for which the cards of a machine are drawn: `now`, or the time of the lost connection.
  func shownTime(_ now: Moment, of host: HostPlace = .first) -> Moment { self[host].lostAt ?? now }

  /// Whether a machine that is shown answers.
  var isAnyConnected: Bool { shownHosts.contains { self[$0].isConnected } }

  /// The counts of all cards of machines that answer, and of this machine.
  var currentTally: CardTally {
    shownHosts.reduce(into: CardTally()) { sum, host in
      if !self[host].isPast { sum.add(tally(of: host)) }
    }
  }

  /// The counts of a machine's tasks: those of its cards, or the hub's own if it has told only some of
  /// its tasks.
  func tally(of host: HostPlace) -> CardTally {
    let shown = cards.tally(of: host)
    guard self[host].name != nil, let summary = self[host].summary else { return shown }
    let whole = CardTally(summary)
    return whole.total > shown.total && shown.total >= Self.fullList ? whole : shown
  }

  /// The number of cards from which a machine may have told only some of its tasks.
  private static let fullList = 1_000

  /// The number of shown machines that can't be reached now.
  var missingHosts: Int {
    shownHosts.count { self[$0].isMissing }
  }

  /// Adds a machine behind the others.
  mutating func add(_ name: HostName) {
    hosts.append(HostView(name: name))
    showHeadings()
  }

  /// Takes a machine off the screen, because the broker has forgotten its hub.
  mutating func forget(_ host: HostPlace) {
    guard hosts.indices.contains(host.index), hosts[host.index].name != nil else { return }
    drop(host)
    hosts[host.index].isForgotten = true
    arrivals[host] = nil
    showHeadings()
  }

  /// Notes a new state of the connection to a machine's hub.
  mutating func change(_ link: LinkState, of host: HostPlace, at now: Moment) {
    let wasForgotten = self[host].isForgotten
    change(host) { $0.change(link, at: now, timeToReturn: Self.timeToReturn) }
    if wasForgotten != self[host].isForgotten { showHeadings() }
  }

  /// Gives each shown machine a heading, unless this machine is the only one.
  mutating func showHeadings() {
    let shown = shownHosts
    cards.arrangement.headings = shown.contains { self[$0].name != nil } ? shown : []
  }

  /// Shows or hides the other machines, now and in later monitors.
  mutating func toggleHosts() -> [MonitorCommand] {
    areHostsShown.toggle()
    keepsHostsShown = areHostsShown
    let due = areHostsShown ? [] : sendHeldOfHosts()
    if !areHostsShown { forgetHosts() }
    if cards.arrangement.order == .importance || cards.arrangement.order == .host {
      cards.arrangement.order = areHostsShown ? .host : .importance
    }
    showHeadings()
    return due + [.showHosts(areHostsShown), .remember(memory)]
  }

  /// Forgets what the other machines' hubs have said.
  private mutating func forgetHosts() {
    for index in hosts.indices where hosts[index].name != nil {
      drop(HostPlace(index))
    }
  }

  /// Forgets what a machine's hub has said.
  private mutating func drop(_ host: HostPlace) {
    hosts[host.index] = HostView(name: hosts[host.index].name)
    forgetChoices(of: host)
    cards = cards.replacing([host], with: [])
  }

  /// Forgets what a person chose for the cards of a machine.
  private mutating func forgetChoices(of host: HostPlace) {
    dismissed = dismissed.filter { $0.host != host }
    expanded = expanded.filter { $0.host != host }
    marked = marked.filter { $0.host != host }
    rates = rates.filter { $0.key.host != host }
  }

  /// Logs in to the machine whose heading is selected, tries to connect to it, or folds it.
  mutating func openHost(_ host: HostPlace, at now: Moment) -> [MonitorCommand] {
    if case .loginNeeded = self[host].link { return [.logIn(host)] }
    if self[host].isMissing, let name = self[host].name {
      let words = String(localized: "Connecting to \(name).")
      notice = Notice(SanitisedText(words, limit: .line), at: now)
      return [.connect(host)]
    }
    cards.arrangement.foldedHosts.formSymmetricDifference([host])
    return []
  }

  /// The word for what Enter does at the heading of a machine.
  func hostLabel(_ host: HostPlace) -> String {
    if case .loginNeeded = self[host].link { return String(localized: "log in", context: "key") }
    if self[host].isMissing { return String(localized: "try now", context: "key") }
    return cards.arrangement.foldedHosts.contains(host)
      ? String(localized: "unfold", context: "key") : String(localized: "fold", context: "key")
  }

  /// The reason why nothing can be done with the tasks of a machine. Nil if requests reach its hub.
  ///
  /// This machine's hub may be restarting. Only a hub that has left, or refuses, is a reason.
  func refusal(of host: HostPlace) -> String? {
    let view = self[host]
    guard !view.takesRequests, view.name != nil || view.hasLeft else { return nil }
    return view.refusalText
  }

  /// The choices that later monitors keep.
  var memory: MonitorMemory { MonitorMemory(isSplit: isSplit, areHostsShown: keepsHostsShown) }
}
