import HeadwayModel

/// Confirmed cancels, which wait for a moment so that they can be undone, and dismissed cards.
extension MonitorModel {
  /// Accepts the open prompt. A forced cancel goes out immediately, because whoever kills a task
  /// doesn't want to wait. A polite one is withheld for ``HeldCancel/patience`` and can be undone.
  mutating func confirm(at now: Moment) -> [MonitorCommand] {
    guard let prompt else { return [] }
    self.prompt = nil
    marked = []
    if prompt.isForced { return prompt.commands }
    heldCancels.append(HeldCancel(prompt, at: now))
    notice = Notice(
      SanitisedText(
        "Cancelling \(prompt.name) in 2 s.\(hint(.undo, "takes it back"))", limit: .line),
      at: now, for: HeldCancel.patience)
    return []
  }

  /// Returns the commands of withheld cancels whose time has come, for tasks that are still alive.
  /// Without a connection all of them stay withheld.
  mutating func sendDue(at now: Moment) -> [MonitorCommand] {
    guard hub.link == .connected else { return [] }
    let due = heldCancels.prefix { $0.due <= now.running }
    heldCancels.removeFirst(due.count)
    let prompts = due.compactMap { $0.prompt.filter { cards[$0]?.task.isAlive ?? false } }
    return prompts.flatMap(\.commands)
  }

  /// Returns the commands of all withheld cancels. The monitor calls this when it ends: a person
  /// confirmed these cancels, and nobody is left to undo them.
  mutating func sendHeld() -> [MonitorCommand] {
    defer { heldCancels = [] }
    return heldCancels.flatMap(\.prompt.commands)
  }

  /// Removes the ended targets from the list until the hub forgets them.
  mutating func dismiss(at now: Moment) {
    let snapshots = targets(\.hasEnded)
    lastDismissed = snapshots.compactMap { cards[$0.key] }
    for snapshot in snapshots {
      dismissed.insert(snapshot.key)
      discard(snapshot.key)
    }
    let name = lastDismissed.count == 1 ? "1 task" : "\(lastDismissed.count) tasks"
    notice = Notice(
      SanitisedText("Dismissed \(name).\(hint(.undo, "brings it back"))", limit: .line), at: now)
  }

  /// Undoes the latest withheld cancel, or else the last dismissal.
  mutating func undo(at now: Moment) {
    if let cancel = heldCancels.popLast() {
      notice = Notice(
        SanitisedText("\(cancel.prompt.name): not cancelled", limit: .line), at: now)
      return
    }
    for card in lastDismissed {
      dismissed.remove(card.key)
      cards.put(card)
    }
    lastDismissed = []
  }
}

/// A confirmed cancel that the monitor withholds for a moment, so that a person can undo it.
struct HeldCancel: Hashable, Sendable {
  let prompt: CancelPrompt
  /// The time at which the cancel goes out, on the continuous clock.
  let due: RunningTime

  /// The time for which a cancel can be undone.
  static let patience: Duration = .seconds(2)

  init(_ prompt: CancelPrompt, at now: Moment) {
    self.prompt = prompt
    due = now.running + Self.patience
  }
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
