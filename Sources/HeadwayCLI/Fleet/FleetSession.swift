import HeadwayFleet
import HeadwayLink
import HeadwayModel
import HeadwayWire

/// A hub of a fleet, as a session that a monitor can use like that of another machine.
///
/// The session speaks for the hub with what the broker has of it. Only orders leave: cancel, pause,
/// resume and answer. One thread may use a session.
final class FleetSession: LinkSession {
  let address: FleetAddress
  let host: Host
  /// Sends the line of an order. Returns false if it can't be sent.
  private let sendLine: ([UInt8]) -> Bool
  private var events: [HubSession.Event] = []
  private var messages: [HubMessage] = []
  private var tasks: [TaskKey: TaskSnapshot] = [:]
  private var status: FleetStatus?
  private(set) var isOpen = false
  private(set) var trouble: LinkError?
  private(set) var greeting: BridgeGreeting?
  /// Whether the broker has told of the hub since the last connection.
  var isTold: Bool { status != nil }
  /// Whether the broker has forgotten the hub.
  private(set) var isForgotten = false

  init(_ address: FleetAddress, _ host: Host, sendLine: @escaping ([UInt8]) -> Bool) {
    (self.address, self.host, self.sendLine) = (address, host, sendLine)
  }

  var descriptor: CInt? { nil }
  var wantsWrite: Bool { false }
  var nextDeadline: AwakeTime? { events.isEmpty && messages.isEmpty ? nil : .origin }

  /// The counts of the hub; nil while it can't be reached.
  var summary: HubSummary? { status.flatMap { $0.isUp ? $0.summary : nil } }

  func step(now: AwakeTime) -> [HubSession.Event] {
    flush()
    defer { events = [] }
    return events
  }

  func send(_ body: some MessageBody) {
    switch type(of: body).type {
    case CancelMessage.type, PauseMessage.type, ResumeMessage.type, AnswerMessage.type:
      guard isOpen, let line = OrderLine.text(address, body), sendLine(line) else {
        return refuse(body, String(localized: "\(host.name) can't be reached; nothing was sent"))
      }
    case SubscribeMessage.type, InterestMessage.type, SummaryRequest.type: break
    default:
      refuse(
        body,
        String(
          localized:
            "a broker carries only cancel, pause, resume and answers; log in to \(address.host)"))
    }
  }

  private func refuse(_ body: some MessageBody, _ words: String) {
    let request =
      switch body {
      case let body as CancelMessage: body.request
      case let body as PauseMessage: body.request
      case let body as ResumeMessage: body.request
      case let body as AnswerMessage: body.request
      case let body as RestartMessage: body.request
      case let body as AcknowledgeMessage: body.request
      default: Int?.none
      }
    messages.append(.error(ErrorMessage(request: request, code: .notNow, message: words)))
  }

  // What the broker has.

  /// The broker tells everything anew.
  func begin() { (tasks, status) = ([:], nil) }

  func take(_ status: FleetStatus, isComplete: Bool) {
    let wasForgotten = isForgotten
    (self.status, isForgotten) = (status, false)
    guard isComplete else { return }
    if wasForgotten { return complete() }
    if status.isUp {
      if isOpen { messages.append(summaryMessage(status)) } else { open() }
    } else {
      close(goneWords)
    }
  }

  /// The reason why the hub can't be reached.
  private var goneWords: String {
    status?.isHubGone == true
      ? String(localized: "no hub runs there") : String(localized: "its bridge isn't connected")
  }

  func take(_ task: TaskSnapshot) {
    tasks[task.key] = task
    if isOpen { messages.append(.change(ChangeMessage(task: task))) }
  }

  func remove(_ key: TaskKey) {
    tasks[key] = nil
    if isOpen { messages.append(.removed(RemovedMessage(key: key))) }
  }

  func take(_ reply: HubMessage) { messages.append(reply) }

  /// The broker has told all that it has: shows the tasks, of a hub that can't be reached as they
  /// were.
  func complete() {
    open()
    if status?.isUp != true { close(goneWords) }
  }

  /// The broker has forgotten the hub and its tasks.
  func forget() {
    begin()
    messages = messages.filter(\.isAnswer)
    close(String(localized: "the broker has forgotten it"))
    isForgotten = true
  }

  /// The hub can't be reached any more.
  func close(_ reason: String) {
    trouble = .host(HostTrouble(host, .unreachable(SanitisedText(reason, limit: .line))))
    guard isOpen else { return }
    flush()
    isOpen = false
    events.append(.closed(saidGoodbye: false))
  }

  private func open() {
    (trouble, isOpen) = (nil, true)
    let version = status?.version?.string ?? HeadwayRelease.version
    greeting = BridgeGreeting(hub: version, host: address.host, machine: address.host, now: nil)
    // What isn't sent yet is in the new snapshot, but for answers.
    let answers = messages.filter(\.isAnswer)
    messages = [.hello(HubHello(version: 1, hub: version, pid: 0))]
    if let status { messages.append(summaryMessage(status)) }
    for task in tasks.values.sorted(by: { $0.number < $1.number }) {
      messages.append(.task(TaskMessage(request: nil, task: task)))
    }
    messages.append(.snapshotEnd(SnapshotEnd(request: nil, count: tasks.count)))
    messages += answers
    events.append(.opened)
  }

  private func summaryMessage(_ status: FleetStatus) -> HubMessage {
    .summary(SummaryMessage(status.summary, attentionStyle: ""))
  }

  private func flush() {
    guard !messages.isEmpty else { return }
    events.append(.messages(messages))
    messages = []
  }
}

extension HubMessage {
  /// Whether the message answers an order.
  fileprivate var isAnswer: Bool {
    switch self {
    case .ok, .error: true
    default: false
    }
  }
}
