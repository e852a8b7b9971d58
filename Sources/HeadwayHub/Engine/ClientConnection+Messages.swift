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
    send(order.message(of: key))
  }
}
