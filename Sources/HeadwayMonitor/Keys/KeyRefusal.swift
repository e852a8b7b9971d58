import HeadwayModel

/// The reasons why a key does nothing now.
extension MonitorModel {
  /// The footer's answer to a key without an effect: the reason, and what to do instead.
  func refusal(of key: Key) -> String {
    if let action = settings.keys.rows(in: mode).first(where: { $0.keys.contains(key) })?.action {
      return refusal(of: action)
    }
    let name = key.name(settings.glyphs)
    let words = String(localized: "\(name) does nothing here.")
    return mode == .help ? words : words + hint(.help, Phrase("keys", context: "key"))
  }

  private func refusal(of action: MonitorAction) -> String {
    if action.isForTasks, let lost = candidates.lazy.compactMap({ refusal(of: $0.host) }).first {
      return lost
    }
    if isBeyondBroker(action) {
      return String(localized: "A broker doesn't carry this: log in to the machine.")
    }
    return switch action {
    case .toggleHosts: refusalOfHosts
    case .answer:
      hasAnotherQuestion
        ? String(localized: "Nothing to answer.")
          + hint(.nextQuestion, Phrase("next question", context: "key"))
        : String(localized: "Nothing to answer: no task asks.")
    case .nextQuestion:
      selected?.kind == .needsAnswer
        ? String(localized: "No other task needs you.") : String(localized: "No task needs you.")
    case .attach, .openTyping: refusalOfAttach
    case .pauseOrResume: refusal(\.refusalOfPause)
    case .cancel:
      refusal { task in
        task.hasEnded
          ? task.endedRefusal
          : task.cancellingRefusal + hint(.kill, Phrase("kill now", context: "key"))
      }
    case .forceCancel: refusal(\.endedRefusal)
    case .dismiss, .restart, .restartAtOnce:
      refusal { task in
        String(localized: "\(task.reference) hasn't ended.")
          + hint(.cancel, Phrase("cancel", context: "key"))
      }
    case .acknowledgeEnds where hasEndedCards: String(localized: "No ended task is shown.")
    case .acknowledgeEnds, .toggleEnded: String(localized: "No task has ended.")
    case .nextMatch, .previousMatch:
      String(localized: "No filter.") + hint(.filter, Phrase("filter", context: "key"))
    case .undo: String(localized: "Nothing to undo.")
    case .goBack: String(localized: "No marks and no filter.")
    case .fold: String(localized: "No subtasks, no job array and no group to fold.")
    case .unfold: String(localized: "Nothing is folded here.")
    case .toggleSplit: refusalOfSplit
    case .inLog(.attempt): String(localized: "The task had no other attempt.")
    case .inLog(.find): String(localized: "No search yet. /: search")
    case .inLog: String(localized: "No output yet.")
    default:
      cards.isEmpty ? Self.noTask : refusalOfFold ?? String(localized: "Not possible now.")
    }
  }

  private static var noTask: String { String(localized: "No task is listed.") }

  private var refusalOfSplit: String {
    let (least, own) = (ScreenAreas.splitColumns, size.columns)
    let words = String(
      localized: "Output stands beside the list from \(least) columns on; this screen has \(own).")
    return words + hint(.output, Phrase("output", context: "key"))
  }

  /// The refusal of an action on tasks while the line of a folded group or array is selected. Nil
  /// while a card is selected.
  private var refusalOfFold: String? {
    if selectedHost != nil {
      return String(localized: "The heading of a machine is selected, and no task.")
    }
    guard let selectedFold else { return nil }
    let words =
      switch selectedFold {
      case .group: String(localized: "The group is folded, so no task is selected.")
      case .array: String(localized: "The job array is folded, so no part is selected.")
      }
    return words + hint(.unfold, Phrase("unfold", context: "key"))
  }

  /// The reason against an action on the first of the tasks.
  private func refusal(_ reason: (TaskSnapshot) -> String) -> String {
    guard let card = targets({ _ in true }).first else { return refusalOfFold ?? Self.noTask }
    return reason(card.snapshot)
  }

  private var refusalOfHosts: String {
    hasHosts
      ? String(localized: "This machine isn't shown, so the others can't be hidden.")
      : String(localized: "No other machines: headway help hosts says how to name them.")
  }

  private var refusalOfAttach: String {
    guard let selected else { return refusalOfFold ?? Self.noTask }
    let (task, number) = (selected.task, selected.task.reference)
    let output = hint(.output, Phrase("output", context: "key"))
    if task.hasEnded { return task.endedRefusal + output }
    if !task.hasStarted { return task.notStartedRefusal }
    if !task.worker.isAttachable {
      return String(localized: "\(number) has no terminal to attach to.") + output
    }
    return String(localized: "This monitor runs in the terminal of \(number).")
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
  fileprivate var refusalOfPause: String {
    switch state {
    case .ended: endedRefusal
    case .cancelling: cancellingRefusal
    case .queued, .starting: notStartedRefusal
    case .running, .paused, .suspended:
      String(localized: "\(reference) can't be paused: its program has no way to.")
    }
  }

  fileprivate var endedRefusal: String { String(localized: "\(reference) has ended.") }

  fileprivate var cancellingRefusal: String {
    String(localized: "\(reference) is being cancelled.")
  }

  fileprivate var notStartedRefusal: String {
    String(localized: "\(reference) hasn't started.")
  }
}
