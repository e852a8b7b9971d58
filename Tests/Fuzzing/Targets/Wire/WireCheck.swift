import HeadwayHubCore
import HeadwayModel
import HeadwayHub
import HeadwayWire

/// What goes on the line fits it, and says the same when it is read again.
struct WireCheck {
  func clientMessage(_ message: ClientMessage) throws(BrokenPromise) {
    guard let body = message.body else { return }
    let line = try line(of: body)
    let again = try decoded(ClientMessage.init(line:), line)
    let someone = ConnectionID(1)
    try promise(again == message, "read again it is another: \(message), \(again)")
    try promise(
      again.event(from: someone) == message.event(from: someone), "read again it means another")
  }

  /// A line of a hub's: if it is a message, it is the same when written and read again.
  func hubLine(_ bytes: ArraySlice<UInt8>) throws(BrokenPromise) {
    let message = try? HubMessage(line: bytes)
    guard let message, let body = message.body else { return }
    let line = try line(of: body)
    let again = try decoded(HubMessage.init(line:), line)
    try promise(again == message, "read again it is another: \(message), \(again)")
    if case .task(let task) = message {
      for text in task.task.texts { try HarmlessText.check(text) }
    }
  }

  func snapshot(_ task: TaskSnapshot) throws(BrokenPromise) {
    let line = try line(of: ChangeMessage(task: task))
    guard case .change(let again) = try decoded(HubMessage.init(line:), line) else {
      throw BrokenPromise("a change became something else")
    }
    try promise(again.task == task, "a task read again is another: \(task), \(again.task)")
  }

  func reply(_ reply: HubReply) throws(BrokenPromise) {
    switch reply {
    case .done: try again(OkMessage(request: 1))
    case .noted(let notice): try again(OkMessage(request: 1, notice: notice.string))
    case .progressKept: try again(OkMessage(request: 1, progressKept: true))
    case .begun(let key, let number):
      try again(BegunMessage(request: 1, key: key, number: number))
    case .submitted(let key, let number, _):
      try again(SubmittedMessage(request: 1, key: key, number: number))
    case .ended(let key, let number, let ending):
      try again(EndedMessage(request: 1, key: key, number: number, ending: ending))
    case .cleaned(let count, let next):
      try again(CleanedMessage(request: 1, count: count, next: next))
    case .refused(let refusal):
      let isHarmful = refusal.message.unicodeScalars.contains { HarmlessText.isHarmful($0.value) }
      try promise(!isHarmful, "a refusal hands back what no text may hold")
      try again(ErrorMessage(request: 1, code: refusal.code, message: refusal.message))
    }
  }

  func order(_ order: WorkerOrder, of key: TaskKey) throws(BrokenPromise) {
    switch order {
    case .pause(let halter): try again(PauseNotice(key: key, by: halter))
    case .resume(let halter): try again(ResumeNotice(key: key, by: halter))
    case .questionAsked(let kind): try again(QuestionNotice(key: key, stalled: kind))
    case .turnCame(let units): try again(TurnNotice(key: key, units: units))
    case .terminalMoved(let isAttached):
      try again(TerminalNotice(key: key, isAttached: isAttached))
    case .selectionMoved(let isSelected):
      try again(SelectionNotice(key: key, isSelected: isSelected))
    case .assertionAwaited(let time): try again(AssertionNotice(key: key, within: time))
    case .cancel(let cancel):
      let line = try line(of: CancelNotice(key: key, order: cancel))
      guard case .cancel(let again) = try decoded(HubMessage.init(line:), line) else {
        throw BrokenPromise("a cancel became something else")
      }
      try promise(again.order == cancel, "an order read again is another")
    }
  }

  func summary(_ summary: HubSummary) throws(BrokenPromise) {
    try again(SummaryMessage(summary, attentionStyle: "bold"))
  }

  private func again<Body: MessageBody>(_ body: Body) throws(BrokenPromise) {
    let line = try line(of: body).dropLast()
    let message = try decoded(HubMessage.init(line:), line)
    try promise(message.body as? Body == body, "read again it is another: \(body), \(message)")
  }

  private func line(of body: (any MessageBody)?) throws(BrokenPromise) -> ArraySlice<UInt8> {
    guard let body, let line = body.line() else {
      throw BrokenPromise("a message that can't be sent: \(String(describing: body))")
    }
    try promise(line.count <= LineFramer.byteLimit, "a line of \(line.count) bytes")
    return line[...]
  }

  private func decoded<Message>(
    _ read: (ArraySlice<UInt8>) throws(WireError) -> Message, _ line: ArraySlice<UInt8>
  ) throws(BrokenPromise) -> Message {
    do throws(WireError) {
      return try read(line.last == UInt8(ascii: "\n") ? line.dropLast() : line)
    } catch {
      throw BrokenPromise("what was sent can't be read: \(error)")
    }
  }
}
