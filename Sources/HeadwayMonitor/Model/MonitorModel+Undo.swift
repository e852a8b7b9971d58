import HeadwayModel

/// Decisions that the monitor withholds for a moment, so that a person can undo them.
extension MonitorModel {
  /// Accepts the open prompt. A kill and a restart go out immediately. A cancel and a stop are
  /// withheld for ``HeldAction/patience``.
  mutating func confirm(at now: Moment) -> [MonitorCommand] {
    guard let prompt else { return [] }
    self.prompt = nil
    unmarkAll()
    switch prompt.action {
    case .kill, .restart:
      noteUnreachable(prompt.tasks.map(\.key), at: now)
      return prompt.filter { self[$0.host].takesRequests }?.commands ?? []
    case .cancel, .stop: hold(prompt, at: now)
    }
    return []
  }

  /// Withholds a confirmed cancel or stop.
  mutating func hold(_ prompt: ActionPrompt, at now: Moment) {
    held.append(HeldAction(.ask(prompt), due: now.running + HeldAction.patience))
  }

  /// Withholds the answer "stop" to the question of the targets. Asks first if the key could also
  /// mean the next match.
  mutating func stop(at now: Moment) {
    guard let question = ActionPrompt(.stop, answerable) else { return }
    if isFiltered { prompt = question } else { hold(question, at: now) }
  }

  /// Answers "continue" for the targets. The last answer counts: a "stop" that is still withheld is
  /// dropped.
  mutating func letContinue() -> [MonitorCommand] {
    let keys = answerable.map(\.key)
    held = held.compactMap { action in
      guard case .ask(let prompt) = action.kind, prompt.action == .stop else { return action }
      return prompt.filter { !keys.contains($0) }.map { HeldAction(.ask($0), due: action.due) }
    }
    return keys.map { .answer($0, .continue) }
  }

  /// Hides ended tasks at once. The hub learns of it once nobody can undo it any more.
  mutating func acknowledge(_ seen: [Card], at now: Moment) {
    guard !seen.isEmpty else { return }
    for card in seen {
      dismissed.insert(card.key)
      discard(card.key)
    }
    held.append(
      HeldAction(.acknowledge(seen), due: now.running + HeldAction.patienceAfterDismissal))
  }

  /// Returns the commands of withheld actions whose time has come, for tasks that they still make
  /// sense for. An action waits for this machine's hub at most ``HeldAction/patienceForHub``. A hub
  /// that is gone even then, and another machine that is gone, get nothing, and a notice says so.
  mutating func sendDue(at now: Moment) -> [MonitorCommand] {
    let due = held.filter { $0.due <= now.running && !waitsForHub($0, at: now) }
    guard !due.isEmpty else { return [] }
    held = held.filter { $0.due > now.running || waitsForHub($0, at: now) }
    noteUnreachable(due.flatMap(\.keys), at: now)
    let all = due.flatMap { commands(of: $0) }
    for case .acknowledge(let seen) in due.map(\.kind) {
      bringBack(seen.filter { !self[$0.host].takesRequests })
    }
    return all
  }

  /// Says in the footer if a machine of these tasks can't be reached, so that nothing was sent there.
  private mutating func noteUnreachable(_ keys: [CardKey], at now: Moment) {
    let lost = Set(keys.map(\.host)).sorted().first { !self[$0].takesRequests }
    guard let lost else { return }
    notice = Notice(SanitisedText(self[lost].refusalText, limit: .line), at: now)
  }

  /// Lists dismissed cards again.
  private mutating func bringBack(_ seen: [Card]) {
    for card in seen {
      dismissed.remove(card.key)
      cards.put(card)
    }
  }

  /// Whether an action waits for this machine's hub, which may be back soon.
  func waitsForHub(_ action: HeldAction, at now: Moment) -> Bool {
    now.running < action.due + HeldAction.patienceForHub
      && action.keys.contains {
        self[$0.host].name == nil && !self[$0.host].isConnected && refusal(of: $0.host) == nil
      }
  }

  /// Returns the commands of the withheld actions on tasks of other machines, which are no longer
  /// shown.
  mutating func sendHeldOfHosts() -> [MonitorCommand] {
    let due = held.filter { action in action.keys.contains { self[$0.host].name != nil } }
    held = held.filter { action in !action.keys.contains { self[$0.host].name != nil } }
    return due.flatMap { commands(of: $0) }
  }

  private func commands(of action: HeldAction) -> [MonitorCommand] {
    switch action.kind {
    case .ask(let prompt):
      prompt.filter { key in
        self[key.host].takesRequests && cards[key].map { prompt.applies(to: $0.task) } ?? false
      }?.commands ?? []
    case .acknowledge(let seen):
      [.acknowledge(seen.map(\.key).filter { self[$0.host].takesRequests })]
    }
  }

  /// Returns the commands of all withheld actions. The monitor calls this when it ends: a person
  /// decided on these actions, and nobody is left to undo them.
  mutating func sendHeld() -> [MonitorCommand] {
    defer { held = [] }
    return held.flatMap { commands(of: $0) }
  }

  /// The place of the latest cancel or stop among the withheld actions. Nil if none is withheld.
  var withheldOrder: Int? {
    held.lastIndex { if case .ask = $0.kind { true } else { false } }
  }

  /// Undoes the latest withheld action.
  mutating func undo(at now: Moment) {
    if !held.isEmpty { undo(held.count - 1, at: now) }
  }

  /// Undoes the withheld action at `place`.
  mutating func undo(_ place: Int, at now: Moment) {
    switch held.remove(at: place).kind {
    case .ask(let prompt):
      let words = isNarrow ? prompt.shortUndoneText : prompt.undoneText
      notice = Notice(SanitisedText(words, limit: .line), at: now)
    case .acknowledge(let seen): bringBack(seen)
    }
  }

  /// Forgets that the card of a task could come back: the hub has forgotten the task.
  mutating func forgetDismissal(of key: CardKey) {
    held = held.compactMap { action in
      guard case .acknowledge(let seen) = action.kind else { return action }
      let rest = seen.filter { $0.key != key }
      return rest.isEmpty ? nil : HeldAction(.acknowledge(rest), due: action.due)
    }
  }

  /// Writes the line about the latest withheld action: what follows, when, and how to undo it. On a
  /// narrow screen the line has neither a title nor, if need be, the word for the key.
  mutating func describeHeld(at now: Moment) {
    heldWords = held.last.map { action in
      let undo = hint(.undo, Phrase("undo", context: "key"))
      if action.due <= now.running, waitsForHub(action, at: now) {
        return SanitisedText(
          String(localized: "No hub answers; waiting for it.") + undo, limit: .line)
      }
      var words = action.words(at: now.running) + undo
      if isNarrow, cellWidth(words) > size.columns, let short = action.shortWords(at: now.running) {
        let key = settings.keys.key(of: .undo)?.name(settings.glyphs)
        words = short + (key.map { "  \($0)" } ?? "")
      }
      return SanitisedText(words, limit: .line)
    }
  }

  /// The continuous time at which a withheld action goes out or is given up, or at which the
  /// footer's countdown changes. Nil if nothing is withheld.
  func nextHeldChange(_ now: Moment) -> RunningTime? {
    held.map { action in
      waitsForHub(action, at: now) && action.due <= now.running
        ? action.due + HeldAction.patienceForHub : action.nextChange(after: now.running)
    }.min()
  }
}

/// A decision that the monitor withholds for a moment, so that a person can undo it.
struct HeldAction: Hashable, Sendable {
  let kind: Kind
  /// The time at which the action goes out, on the continuous clock.
  let due: RunningTime

  /// The action and its tasks.
  enum Kind: Hashable, Sendable {
    /// A cancel or a stop.
    case ask(ActionPrompt)
    /// Ended tasks that a person has seen. Their cards are kept for the undo.
    case acknowledge([Card])
  }

  /// The tasks that the action is about.
  var keys: [CardKey] {
    switch kind {
    case .ask(let prompt): prompt.tasks.map(\.key)
    case .acknowledge(let seen): seen.map(\.key)
    }
  }

  /// The time for which a cancel or a stop can be undone.
  static let patience: Duration = .seconds(2)
  /// The time for which an action waits for this machine's hub: one that is restarted is back by
  /// then. An order that goes out much later would surprise.
  static let patienceForHub: Duration = .seconds(10)
  /// The time for which a dismissal can be undone.
  static let patienceAfterDismissal: Duration = .seconds(8)

  init(_ kind: Kind, due: RunningTime) { (self.kind, self.due) = (kind, due) }

  /// The action in words: `Cancelling 7 'Backup' in 2 s.`, `Dismissed 3 tasks.`
  func words(at now: RunningTime) -> String {
    switch kind {
    case .ask(let prompt): prompt.heldText(seconds: secondsLeft(at: now))
    case .acknowledge(let seen):
      String(
        localized: seen.count, one: "Dismissed \(seen.count) task.",
        many: "Dismissed \(seen.count) tasks.")
    }
  }

  /// The words for a narrow screen: `Cancel 7 in 2 s`. Nil for a dismissal, whose words are short.
  func shortWords(at now: RunningTime) -> String? {
    guard case .ask(let prompt) = kind else { return nil }
    return prompt.shortHeldText(seconds: secondsLeft(at: now))
  }

  /// The whole seconds until the action goes out, rounded up.
  private func secondsLeft(at now: RunningTime) -> Int64 {
    let left = max(.zero, due - now).components
    return left.seconds + (left.attoseconds > 0 ? 1 : 0)
  }

  /// The time at which the words change next: a second less, or the end.
  func nextChange(after now: RunningTime) -> RunningTime {
    guard case .ask = kind, due > now else { return due }
    return due - .seconds(secondsLeft(at: now) - 1)
  }
}

extension Card: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A message in the footer. It disappears at the next key, or when its time is up.
struct Notice: Hashable, Sendable {
  var text: SanitisedText
  /// The end of the message, on the continuous clock.
  var until: RunningTime

  /// Creates a message that stays for `time`. The default is long enough to read a line.
  init(_ text: SanitisedText, at now: Moment, for time: Duration = .seconds(8)) {
    self.text = text
    until = now.running + time
  }
}
