package import HeadwayModel

// The orders to workers as messages: to a connected worker, and in the file of a job's orders.
extension WorkerOrder {
  /// Returns the message that carries the order to the worker of the task `key`.
  package func message(of key: TaskKey) -> any MessageBody {
    switch self {
    case .cancel(let cancel): CancelNotice(key: key, order: cancel)
    case .pause(let halter): PauseNotice(key: key, by: halter)
    case .resume(let halter): ResumeNotice(key: key, by: halter)
    case .questionAsked(let kind): QuestionNotice(key: key, stalled: kind)
    case .terminalMoved(let isAttached): TerminalNotice(key: key, isAttached: isAttached)
    case .selectionMoved(let isSelected): SelectionNotice(key: key, isSelected: isSelected)
    case .turnCame(let units): TurnNotice(key: key, units: units)
    case .assertionAwaited(let time): AssertionNotice(key: key, within: time)
    }
  }
}

extension HubMessage {
  /// The order to a worker that the message carries, with the key of the task; nil for any other
  /// message.
  package var order: (key: TaskKey, order: WorkerOrder)? {
    switch self {
    case .cancel(let notice): (notice.key, .cancel(notice.order))
    case .pause(let notice): (notice.key, .pause(by: notice.by))
    case .resume(let notice): (notice.key, .resume(by: notice.by))
    case .question(let notice): (notice.key, .questionAsked(notice.kind))
    case .assertionAwaited(let notice): (notice.key, notice.order)
    case .terminal(let notice): (notice.key, .terminalMoved(isAttached: notice.attached))
    case .selection(let notice): (notice.key, .selectionMoved(isSelected: notice.selected))
    case .turn(let notice): (notice.key, .turnCame(units: notice.units ?? [:]))
    case .hello, .ok, .error, .begun, .submitted, .ended, .task, .snapshotEnd, .group, .environment,
      .metrics,
      .cleaned, .change, .step, .removed, .summary, .notification, .settings, .goodbye, .unknown:
      nil
    }
  }
}
