import HeadwayCore

// What is sent a moment later, and what can be brought back.
extension MonitorModel {
  /// What kills at once is sent at once; a cancel can be taken back for a moment.
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

  /// Those that are due, for what still runs; while there is no hub, none is.
  mutating func sendDue(at now: Moment) -> [MonitorCommand] {
    guard link == .connected else { return [] }
    let due = heldCancels.prefix { $0.due <= now.continuous }
    heldCancels.removeFirst(due.count)
    let prompts = due.compactMap { $0.prompt.filter { cards[$0]?.task.isAlive ?? false } }
    return prompts.flatMap(\.commands)
  }

  /// Nobody is there any more who could take one back.
  mutating func sendHeld() -> [MonitorCommand] {
    defer { heldCancels = [] }
    return heldCancels.flatMap(\.prompt.commands)
  }

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

  /// The last cancel that wasn't sent, or else what was dismissed last.
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
