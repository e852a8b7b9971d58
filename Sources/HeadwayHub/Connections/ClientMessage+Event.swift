package import HeadwayHubCore
internal import HeadwayModel
package import HeadwayWire

/// The meaning of a client's message for the hub's state machine.
extension ClientMessage {
  /// Whether the hub's answer waits for a commit of the record.
  ///
  /// The hub stops reading from a client that has many such requests open. `wait` isn't one of
  /// them: its answer may take as long as the task.
  var waitsForRecord: Bool {
    switch self {
    case .begin(let message): message.request != nil
    case .submit(let message): message.request != nil
    case .restart(let message): message.request != nil
    case .adjust(let message): message.request != nil && message.adjustment(in: nil) != nil
    case .group(let message): message.request != nil && message.order != nil
    case .update(let message): message.request != nil
    case .heartbeat(let message): message.request != nil
    case .end(let message): message.request != nil
    case .cancel(let message): message.request != nil
    case .pause(let message): message.request != nil
    case .resume(let message): message.request != nil
    case .answer(let message): message.request != nil
    case .wake(let message): message.request != nil
    case .acknowledge(let message): message.request != nil
    case .hello, .payload, .terminal, .wait, .list, .history, .environment, .metrics, .clean,
      .subscribe,
      .interest,
      .summary, .reload, .stop, .simulate, .unknown:
      false
    }
  }

  /// Returns the event that this message from `connection` means for the hub's state.
  ///
  /// The result is nil for a message that asks for a view or for the hub to leave, and for a message
  /// without effect.
  ///
  /// - Parameter payload: the payload that came before this message for the same task.
  package func event(
    from connection: ConnectionID, with payload: LaunchPayload? = nil
  ) -> HubEvent? {
    /// The connection and the number that the answer goes to.
    func requester(_ request: Int?) -> Requester {
      Requester(connection: connection, request: request)
    }
    switch self {
    case .begin(let begin):
      return .taskBegan(begin.description, begin.report, requester(begin.request))
    case .submit(let submit):
      var submission = submit.submission
      submission.terms.array?.first = nil
      submission.terms.environmentBytes = payload?.environmentByteCount
      return .taskSubmitted(submission, requester(submit.request))
    case .restart(let restart):
      guard restart.asNew == nil else { return nil }
      return .restartRequested(
        restart.task, isHeld: restart.hold, stopsRunning: restart.running,
        requester(restart.request))
    case .adjust(let adjust):
      return adjust.adjustment(in: payload?.shownDirectory).map { adjustment in
        .adjustmentRequested(
          adjust.task, adjustment.with(payload?.environmentByteCount), requester(adjust.request))
      }
    case .group(let group):
      return group.order.map { .groupsOrdered($0, requester(group.request)) }
    case .update(let update):
      return .reportReceived(
        update.task, update.report, isRecognised: update.isRecognised,
        requester(update.request))
    case .heartbeat(let beat):
      return .heartbeatReceived(beat.task, estimated: beat.estimated, requester(beat.request))
    case .end(let end):
      return .taskEnded(
        end.task, end.ending, launch: end.launch ?? 1, endedAt: end.endedAt,
        requester(end.request))
    case .cancel(let cancel):
      return .cancelRequested(
        cancel.task, isForced: cancel.force ?? false, signal: cancel.stopSignal,
        note: cancel.note, requester(cancel.request))
    case .pause(let pause): return .pauseRequested(pause.task, requester(pause.request))
    case .resume(let resume): return .resumeRequested(resume.task, requester(resume.request))
    case .answer(let answer):
      return .answerGiven(answer.task, answer.answer, requester(answer.request))
    case .wait(let wait): return .endAwaited(wait.task, requester(wait.request))
    case .wake(let wake): return .wakeRequested(wake.bounded, requester(wake.request))
    case .simulate(let simulate):
      return switch simulate.event {
      case .launch: .launchSimulated(simulate.identifier, requester(simulate.request))
      case .expire: .expirySimulated(simulate.task, requester(simulate.request))
      }
    case .terminal(let request): return .terminalAsked(request.key, in: connection)
    case .acknowledge(let message):
      return .acknowledgementRequested(message.tasks, requester(message.request))
    case .clean(let clean):
      return clean.tasks.map { .cleanRequested($0, requester(clean.request)) }
    case .hello, .payload, .list, .history, .environment, .metrics, .subscribe, .interest, .summary,
      .reload, .stop, .unknown:
      return nil
    }
  }
}

extension QueueAdjustment {
  /// The adjustment, with the size of the environment in a new payload.
  fileprivate func with(_ environmentBytes: Int?) -> QueueAdjustment {
    guard case .edit(var edit) = self, edit.changesPayload else { return self }
    edit.environmentBytes = environmentBytes
    return .edit(edit)
  }
}

extension LaunchPayload {
  /// The number of bytes of all variables, without the NUL bytes behind them.
  var environmentByteCount: Int { environment.reduce(0) { $0 + $1.count } }

  /// The directory of the command as a text for people.
  fileprivate var shownDirectory: SanitisedText {
    SanitisedText(String(decoding: directory, as: UTF8.self), limit: .line)
  }
}
