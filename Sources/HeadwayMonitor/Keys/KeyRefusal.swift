import HeadwayModel

/// The reasons why a key does nothing now.
extension MonitorModel {
  /// The footer's answer to a key without an effect: the reason, and what to do instead.
  func refusal(of key: Key) -> String {
    if let action = settings.keys.rows(in: mode).first(where: { $0.keys.contains(key) })?.action {
      return refusal(of: action)
    }
    return "\(key.name(settings.glyphs)) does nothing here.\(hint(.help, "keys"))"
  }

  private func refusal(of action: MonitorAction) -> String {
    if action.isForTasks, let lost = candidates.lazy.compactMap({ refusal(of: $0.host) }).first {
      return lost
    }
    if isBeyondBroker(action) { return "A broker doesn't carry this: log in to the machine." }
    return switch action {
    case .toggleHosts: refusalOfHosts
    case .answer:
      hasAnotherQuestion
        ? "Nothing to answer.\(hint(.nextQuestion, "next question"))"
        : "Nothing to answer: no task asks."
    case .nextQuestion:
      selected?.kind == .needsAnswer ? "No other task needs you." : "No task needs you."
    case .attach, .openTyping: refusalOfAttach
    case .pauseOrResume: refusal { $0.reasonAgainstPause }
    case .cancel:
      refusal { $0.hasEnded ? "has ended." : "is being cancelled.\(hint(.kill, "kill now"))" }
    case .forceCancel: refusal { _ in "has ended." }
    case .dismiss, .restart, .restartAtOnce:
      refusal { _ in "hasn't ended.\(hint(.cancel, "cancel"))" }
    case .acknowledgeEnds where hasEndedCards: "No ended task is shown."
    case .acknowledgeEnds, .toggleEnded: "No task has ended."
    case .nextMatch, .previousMatch: "No filter.\(hint(.filter, "filter"))"
    case .undo: "Nothing to undo."
    case .goBack: "No marks and no filter."
    case .fold: "No subtasks, no job array and no group to fold."
    case .unfold: "Nothing is folded here."
    case .toggleSplit:
      "Output stands beside the list from \(ScreenAreas.splitColumns) columns on; "
        + "this screen has \(size.columns).\(hint(.output, "output"))"
    case .inLog(.attempt): "The task had no other attempt."
    case .inLog(.find): "No search yet. /: search"
    case .inLog: "No output yet."
    default: cards.isEmpty ? "No task is listed." : refusalOfFold ?? "Not possible now."
    }
  }

  /// The refusal of an action on tasks while the line of a folded group or array is selected. Nil
  /// while a card is selected.
  private var refusalOfFold: String? {
    if selectedHost != nil { return "The heading of a machine is selected, and no task." }
    guard let selectedFold else { return nil }
    let words =
      switch selectedFold {
      case .group: "The group is folded, so no task is selected."
      case .array: "The job array is folded, so no part is selected."
      }
    return words + hint(.unfold, "unfold")
  }

  /// A reason against an action on a task, after the task's number.
  private func refusal(_ reason: (TaskSnapshot) -> String) -> String {
    guard let card = targets({ _ in true }).first else {
      return refusalOfFold ?? "No task is listed."
    }
    return "\(card.task.reference) \(reason(card.snapshot))"
  }

  private var refusalOfHosts: String {
    hasHosts
      ? "This machine isn't shown, so the others can't be hidden."
      : "No other machines: headway help hosts says how to name them."
  }

  private var refusalOfAttach: String {
    guard let selected else { return refusalOfFold ?? "No task is listed." }
    let (task, number) = (selected.task, selected.task.reference)
    if task.hasEnded { return "\(number) has ended.\(hint(.output, "output"))" }
    if !task.hasStarted { return "\(number) hasn't started." }
    if !task.worker.isAttachable {
      return "\(number) has no terminal to attach to.\(hint(.output, "output"))"
    }
    return "This monitor runs in the terminal of \(number)."
  }
}

extension MonitorModel {
  /// Whether the monitor can't do something, because a broker carries only cancel, pause, resume and
  /// answers.
  func isBeyondBroker(_ action: MonitorAction) -> Bool {
    guard settings.isFleet else { return false }
    return switch action {
    case .attach, .openTyping, .openLog, .toggleSplit, .restart, .restartAtOnce, .dismiss,
      .acknowledgeEnds:
      true
    default: false
    }
  }
}

extension MonitorAction {
  /// Whether the hub of the selected or marked tasks gets a request for the action.
  fileprivate var isForTasks: Bool {
    switch self {
    case .attach, .openTyping, .pauseOrResume, .cancel, .forceCancel, .dismiss, .restart,
      .restartAtOnce, .answer:
      true
    default: false
    }
  }
}

extension TaskSnapshot {
  fileprivate var reasonAgainstPause: String {
    switch state {
    case .ended: "has ended."
    case .cancelling: "is being cancelled."
    case .queued, .starting: "hasn't started."
    case .running, .paused, .suspended: "can't be paused: its program has no way to."
    }
  }
}
