import Glibc
package import HeadwayModel
package import HeadwaySystem
package import HeadwayWire

/// A client for one command: it asks, waits for the answer with a time limit, and leaves.
///
/// The functions block the calling thread. One thread may use a client.
///
/// ```swift
/// let client = try CommandClient(paths, start: .never)
/// for task in try client.list(all: false) { print(task.title) }
/// ```
package final class CommandClient {
  private let connection: HubConnection
  /// The bridge to the hub of another machine; nil for the hub of this one.
  private var bridge: HostBridge?
  /// The time of the last sign of life over the bridge.
  private var signedAt = SystemClocks.awake
  /// Messages that have arrived and weren't returned.
  private var arrived: [HubMessage] = []
  private var lastRequest = 0
  private let patience: Duration
  private var hello: HubHello?
  /// The number of the request that the hub refused last; nil if the refusal named none.
  private var refused: Int?

  /// The reaction to a missing hub: start one, or fail with ``LinkError/noHub``.
  package enum StartPolicy: Sendable {
    case ifNeeded, never
  }

  /// Connects and sends the hello. The hub's own hello is checked with the first answer.
  ///
  /// - Parameter patience: the longest wait for each answer.
  package init(
    _ paths: HeadwayPaths, role: ClientRole = .command, start: StartPolicy,
    patience: Duration = .seconds(5)
  ) throws(LinkError) {
    self.patience = patience
    switch start {
    case .ifNeeded: connection = try HubLauncher.connectOrStart(paths)
    case .never: connection = try HubConnection(to: paths, mayStart: false)
    }
    connection.send(ClientHello(role: role))
  }

  /// Asks the hub of another machine.
  package init(over bridge: HostBridge, patience: Duration = .seconds(15)) {
    self.patience = patience
    self.bridge = bridge
    connection = bridge.connection
    connection.send(ClientHello(role: .command))
  }

  package var descriptor: CInt { connection.descriptor }
  /// The hub's process id.
  ///
  /// Before the hub's hello the value is the process that listened, which may be the service
  /// manager.
  package var hub: Int32 { hello?.pid ?? connection.hub }

  /// Returns a request number that wasn't used before.
  package func nextRequest() -> Int {
    lastRequest += 1
    return lastRequest
  }

  package func send(_ body: some MessageBody) { connection.send(body) }

  /// Queues a message, to be sent together with the next one.
  package func queue(_ body: some MessageBody) { connection.queue(body) }

  /// Waits for the hub's hello. A hub that hangs fails here.
  @discardableResult
  package func awaitHello() throws(LinkError) -> HubHello {
    try first(within: patience) { message in
      if case .hello(let hello) = message { hello } else { nil }
    }
  }

  /// Returns the hub's next message. Nil as the `limit` waits without an end.
  ///
  /// - Throws: ``LinkError/refused(code:message:)`` for an error of the hub,
  ///   ``LinkError/hubSilent`` after `limit`.
  package func next(within limit: Duration?) throws(LinkError) -> HubMessage {
    let deadline = limit.map { SystemClocks.awake + $0 }
    // Bytes of a bridge may have come together with its greeting.
    if bridge != nil, arrived.isEmpty { arrived = try connection.receive() }
    while arrived.isEmpty {
      try pause(until: deadline)
      arrived = try connection.receive()
    }
    let message = arrived.removeFirst()
    if case .hello(let hello) = message { self.hello = hello }
    if case .error(let error) = message {
      refused = error.request
      throw .refused(code: error.code, message: error.message)
    }
    return message
  }

  /// Sends `body` and returns the first answer that `pick` accepts. Other messages are skipped.
  package func ask<Answer>(
    _ body: some MessageBody, pick: (HubMessage) -> Answer?
  ) throws(LinkError) -> Answer {
    send(body)
    return try first(within: patience, pick)
  }

  /// A request that the hub refused.
  package struct Refusal: Hashable, Sendable {
    /// The place of the request among those that were made together, starting at 0.
    package var place: Int
    package var code: String
    package var message: String
  }

  /// The largest number of requests that wait for their answers at the same time.
  private static let requestWindow = 256

  /// Makes `count` requests that the hub answers with "ok", many of them ahead of their answers.
  ///
  /// - Parameters:
  ///   - heard: takes each "ok".
  ///   - request: makes the request at `place` with its number.
  /// - Returns: the refusals, in the order of the answers.
  /// - Throws: ``LinkError/hubSilent`` if no answer comes for the client's patience.
  package func askEach<Request: MessageBody>(
    _ count: Int, hearing heard: (OkMessage) -> Void,
    _ request: (_ place: Int, _ number: Int) -> Request
  ) throws(LinkError) -> [Refusal] {
    let first = lastRequest + 1
    var (sent, answered) = (0, 0)
    var refusals: [Refusal] = []
    while answered < count {
      while sent < count, sent - answered < Self.requestWindow {
        queue(request(sent, nextRequest()))
        sent += 1
      }
      connection.flush()
      do throws(LinkError) {
        guard case .ok(let ok) = try next(within: patience), let number = ok.request,
          (first..<first + sent).contains(number)
        else { continue }
        heard(ok)
      } catch {
        guard case .refused(let code, let message) = error, let number = refused,
          (first..<first + sent).contains(number)
        else { throw error }
        refusals.append(Refusal(place: number - first, code: code, message: message))
      }
      answered += 1
    }
    return refusals
  }

  /// Returns the first message that `pick` accepts. `limit` applies to each message; nil stands for
  /// none.
  package func first<Answer>(
    within limit: Duration?, _ pick: (HubMessage) -> Answer?
  ) throws(LinkError) -> Answer {
    // A far side that sends something else again and again isn't waited for without end.
    let deadline = bridge == nil || limit == nil ? nil : SystemClocks.awake + Self.answerLimit
    while true {
      if let deadline, SystemClocks.awake >= deadline { throw .hubSilent }
      if let answer = pick(try next(within: limit)) { return answer }
    }
  }

  /// Returns the first message that `pick` accepts, as long as the hub is alive.
  ///
  /// The function is for requests that take a healthy hub a while, such as a page of a large
  /// record. The hub answers a request for its summary immediately. Therefore a hub that sends
  /// nothing for its patience after such a request counts as silent. The function gives up on a
  /// living hub after 30 s, or after that patience if it is longer.
  ///
  /// - Parameter limit: the patience; nil for the client's.
  package func firstWhileAlive<Answer>(
    within limit: Duration? = nil, _ pick: (HubMessage) -> Answer?
  ) throws(LinkError) -> Answer {
    let patience = limit ?? patience
    let deadline = SystemClocks.awake + max(patience, Self.slowAnswerLimit)
    while true {
      send(SummaryRequest(request: nextRequest()))
      var isAlive = false
      do throws(LinkError) {
        return try first(within: patience) { message in
          isAlive = true
          return pick(message)
        }
      } catch .hubSilent where isAlive && SystemClocks.awake < deadline {
        continue
      }
    }
  }

  private static let slowAnswerLimit: Duration = .seconds(30)

  /// Returns all tasks of a snapshot. With `all`, the tasks that only the record holds come first.
  ///
  /// - Throws: ``LinkError/malformed(_:)`` if the hub of another machine sends more than a hub can
  ///   have.
  package func list(all: Bool) throws(LinkError) -> [TaskSnapshot] {
    send(ListMessage(all: all, request: nextRequest()))
    var tasks: [TaskSnapshot] = []
    var isTooMany = false
    try first(within: patience) { message -> Void? in
      if case .task(let item) = message { tasks.append(item.task) }
      isTooMany = bridge != nil && tasks.count > Self.remoteTaskLimit
      if case .snapshotEnd = message { return () }
      return isTooMany ? () : nil
    }
    if isTooMany { throw .malformed("over \(Self.remoteTaskLimit) tasks") }
    return tasks
  }

  /// The greatest number of tasks that another machine may list.
  private static let remoteTaskLimit = 1_000_000

  /// Sends whole lines as they are.
  func send(raw lines: ArraySlice<UInt8>) { connection.send(Array(lines)) }

  /// Whether bytes wait until the socket is writable.
  var wantsWrite: Bool { connection.wantsWrite }

  /// Waits until the socket takes bytes, and sends them. Messages that arrive meanwhile are kept.
  ///
  /// - Throws: ``LinkError/refused(code:message:)`` for an error of the hub, ``LinkError/hubSilent``
  ///   after the client's patience.
  func pauseForRoom() throws(LinkError) {
    try pause(until: SystemClocks.awake + patience)
    arrived += try connection.receive()
    for case .error(let error) in arrived {
      throw .refused(code: error.code, message: error.message)
    }
  }

  /// Waits until the socket is readable, or until `deadline`. Nil waits without an end.
  private func pause(until deadline: AwakeTime?) throws(LinkError) {
    while true {
      let remaining = deadline.map { max(.zero, $0 - SystemClocks.awake) }
      let untilSign =
        bridge == nil ? nil : max(.zero, signedAt + Self.lifePause - SystemClocks.awake)
      if untilSign == .zero {
        connection.send(Self.signOfLife)
        signedAt = SystemClocks.awake
        continue
      }
      let slice = [remaining, untilSign].compactMap(\.self).min()
      let milliseconds = slice.map { CInt(clamping: $0.wholeMilliseconds + 1) } ?? -1
      let events = connection.wantsWrite ? POLLIN | POLLOUT : POLLIN
      var entry = pollfd(fd: connection.descriptor, events: Int16(events), revents: 0)
      if poll(&entry, 1, milliseconds) != 0 { break }
      if slice == remaining { throw .hubSilent }
    }
    connection.flush()
  }

  /// The longest wait for a whole answer of another machine.
  private static let answerLimit: Duration = .seconds(120)
  /// The time after which a client sends a sign of life over a bridge. The far end leaves after 60 s
  /// without a byte.
  private static let lifePause: Duration = .seconds(20)
  /// An empty line, which means nothing.
  private static let signOfLife = [UInt8(ascii: "\n")]
}

extension CommandClient {
  /// Deletes all of `tasks` from the record, or none of them. Returns the number of deleted tasks.
  package func clean(_ tasks: [TaskReference]) throws(LinkError) -> Int {
    try cleaned(CleanMessage(tasks: tasks, request: nextRequest())).count
  }

  /// Deletes a portion of the ended tasks that match `query`. Returns the number of deleted tasks.
  ///
  /// The caller repeats the call until `after` is nil. The hub refuses an empty query; see
  /// ``cleanAll(after:)``.
  ///
  /// ```swift
  /// var after: Int?
  /// repeat { count += try client.clean(query, after: &after) } while after != nil
  /// ```
  package func clean(_ query: TaskQuery, after: inout Int?) throws(LinkError) -> Int {
    let answer = try cleaned(CleanMessage(filter: query, after: after, request: nextRequest()))
    after = answer.next
    return answer.count
  }

  /// Deletes a portion of all ended tasks. Returns the number of deleted tasks.
  ///
  /// The caller repeats the call until `after` is nil.
  package func cleanAll(after: inout Int?) throws(LinkError) -> Int {
    let answer = try cleaned(CleanMessage(allAfter: after, request: nextRequest()))
    after = answer.next
    return answer.count
  }

  private func cleaned(_ message: CleanMessage) throws(LinkError) -> CleanedMessage {
    send(message)
    return try firstWhileAlive { message in
      if case .cleaned(let cleaned) = message { cleaned } else { nil }
    }
  }
}

extension CommandClient {
  /// Acknowledges the ends of `tasks`: of all of a portion, or of none.
  package func acknowledge(_ tasks: [TaskReference]) throws(LinkError) {
    send(AcknowledgeMessage(tasks: tasks, request: nextRequest()))
    try firstWhileAlive { message in
      if case .ok = message { () } else { nil }
    }
  }
}

extension CommandClient {
  /// Submits a task, and returns once the record has it.
  ///
  /// - Parameter payload: everything that the hub needs to launch the task.
  package func submit(
    _ submission: Submission, _ payload: LaunchPayload, needing features: [HubFeature] = []
  ) throws(LinkError) -> SubmittedMessage {
    try require(submission.neededFeatures + features)
    queue(payload, of: submission.description.key)
    send(SubmitMessage(submission, request: nextRequest()))
    let patience = submission.terms.engine == nil ? patience : max(patience, Self.enginePatience)
    return try first(within: patience) { message in
      if case .submitted(let submitted) = message { submitted } else { nil }
    }
  }

  /// The longest wait for a submission that the hub answers once another engine has the task.
  private static let enginePatience: Duration = .seconds(150)

  /// Checks that the hub knows the terms of a submission. An older hub passes over terms that it
  /// doesn't know, and the task would start without them.
  ///
  /// - Parameter consequence: what an older hub means for the person, as the end of a sentence, in
  ///   English.
  package func require(
    _ features: [HubFeature], otherwise consequence: String = String(wire: "nothing was queued")
  ) throws(LinkError) {
    guard !features.isEmpty else { return }
    if hello == nil { try awaitHello() }
    guard let hello, let missing = features.first(where: { !hello.has($0) }) else { return }
    throw .refused(
      code: ErrorCode.version.rawValue,
      message: String(
        wire: """
          the running hub is an older one without \(missing.option), so \(consequence); replace it: \
          headway hub stop
          """))
  }

  /// Queues a payload in parts, to be sent together with the message that refers to it.
  package func queue(_ payload: LaunchPayload, of key: TaskKey) {
    var rest = payload.bytes[...]
    while !rest.isEmpty {
      queue(PayloadMessage(key, part: rest.prefix(PayloadMessage.partLimit)))
      rest = rest.dropFirst(PayloadMessage.partLimit)
    }
  }

  /// Returns the key of a task in the live list.
  ///
  /// - Throws: a refusal with the code `unknownTask` if no task has the name.
  package func key(of reference: TaskReference) throws(LinkError) -> TaskKey {
    if case .key(let key) = reference { return key }
    guard let task = try list(all: false).last(where: reference.names) else {
      throw .refused(
        code: ErrorCode.unknownTask.rawValue,
        message: String(
          wire: "there is no task \(SanitisedText(reference.description)); see: headway list"))
    }
    return task.key
  }
}
