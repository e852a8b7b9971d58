import HeadwayHubCore
import HeadwayModel
import HeadwayWire

// The decisions of the hub's core as messages.
extension ClientConnection {
  /// Sends an answer.
  ///
  /// - Parameter notice: the line for people about a submitted task; nil for none.
  func send(_ reply: HubReply, to request: Int?, notice: SanitisedText? = nil) {
    switch reply {
    case .done: send(OkMessage(request: request))
    case .noted(let notice): send(OkMessage(request: request, notice: notice.string))
    case .progressKept: send(OkMessage(request: request, progressKept: true))
    case .begun(let key, let number):
      send(BegunMessage(request: request, key: key, number: number))
    case .submitted(let key, let number, let replaced):
      send(
        SubmittedMessage(
          request: request, key: key, number: number, replaces: replaced, notice: notice?.string))
    case .ended(let key, let number, let ending):
      send(EndedMessage(request: request, key: key, number: number, ending: ending))
    case .cleaned(let count, let next):
      send(CleanedMessage(request: request, count: count, next: next))
    case .refused(let refusal):
      send(ErrorMessage(request: request, code: refusal.code, message: refusal.message))
    }
  }

  func send(_ order: WorkerOrder, of key: TaskKey) {
    switch order {
    case .cancel(let cancel): send(CancelNotice(key: key, order: cancel))
    case .pause(let halter): send(PauseNotice(key: key, by: halter))
    case .resume(let halter): send(ResumeNotice(key: key, by: halter))
    case .questionAsked(let kind): send(QuestionNotice(key: key, stalled: kind))
    case .terminalMoved(let isAttached): send(TerminalNotice(key: key, isAttached: isAttached))
    case .selectionMoved(let isSelected):
      send(SelectionNotice(key: key, isSelected: isSelected))
    case .turnCame(let units): send(TurnNotice(key: key, units: units))
    case .assertionAwaited(let time): send(AssertionNotice(key: key, within: time))
    }
  }
}
