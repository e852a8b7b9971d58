import HeadwayHubCore
import HeadwayModel
import HeadwayWire

// The requests of clients.
extension HubEngine {
  func receive(_ message: ClientMessage, from client: ClientConnection, at now: Moment) {
    if refuse(message, from: client) { return }
    if case .submit(let submit) = message, submit.batch != nil {
      return receive(submit, ofBatchFrom: client, at: now)
    }
    var payload: LaunchPayload?
    if let (key, request) = message.needsPayload {
      if let patch = message.patch {
        guard let base = self.payload(of: key, from: client.id) else {
          return client.send(missingTask(key, request))
        }
        guard let patched = patch.applied(to: base) else {
          return client.send(tooLongPayload(request))
        }
        clients.payloads.put(patched, of: key, from: client.id, held: unwrittenPayloadBytes)
      }
      payload = clients.payloads.payload(of: key, from: client.id)
      guard payload != nil else { return client.send(missingPayload(of: client.id, request)) }
    }
    if adopt(message, payload, from: client) { return }
    if let event = message.event(from: client.id, with: payload) {
      handle(event, at: now)
      // A refused patch must not be the base of the next one.
      if message.patch != nil { clients.payloads.forget(client.id) }
      return
    }
    switch message {
    case .payload(let part):
      clients.payloads.add(part, from: client.id, held: unwrittenPayloadBytes)
    case .list, .history, .clean, .subscribe, .interest, .summary:
      subscribe(message, from: client)
    case .group(let group): sendGroups(group, to: client)
    case .environment(let environment): sendEnvironment(environment, to: client)
    case .metrics(let metrics): sendMetrics(metrics, to: client)
    case .restart(let restart): submitAgain(restart, for: client)
    case .reload(let reload):
      self.reload { [unowned self, id = client.id] error in
        guard let client = connection(id) else { return }
        guard let error else { return client.send(OkMessage(request: reload.request)) }
        client.send(ErrorMessage(request: reload.request, code: .config, message: error))
      }
    case .stop(let stop):
      client.send(
        OkMessage(
          request: stop.request, within: state.shutdownPatience,
          recordProblem: recordProblem?.string))
      requestStop(reason: "stopped by hub stop")
    case .hello, .begin, .submit, .adjust, .update, .heartbeat, .end, .terminal, .cancel, .pause,
      .resume, .answer, .wait, .simulate, .wake, .acknowledge, .unknown:
      break
    }
  }

  /// Takes in a task of a batch. The last one submits the batch.
  private func receive(
    _ submit: SubmitMessage, ofBatchFrom client: ClientConnection, at now: Moment
  ) {
    let needed = clients.batches.neededPayload(of: submit, from: client.id)
    let payload = needed.flatMap { clients.payloads.payload(of: $0, from: client.id) }
    if payload != nil { clients.payloads.forget(client.id) }
    switch clients.batches.add(submit, payload, from: client.id, room: state.freeTaskCount) {
    case .incomplete: return
    case .complete(let tasks):
      let requester = Requester(connection: client.id, request: submit.request)
      handle(.batchSubmitted(tasks, requester), at: now)
      clients.batches.forget(client.id)
    case .refused(let code, let message):
      client.send(ErrorMessage(request: submit.request, code: code, message: message))
      if submit.request != nil { client.noteAnswer() }
    }
  }

  private func subscribe(_ message: ClientMessage, from client: ClientConnection) {
    switch message {
    case .list(let list) where list.all == true:
      subscriber(of: client).sendRecord(request: list.request)
    case .list(let list): subscriber(of: client).sendSnapshot(request: list.request)
    case .history(let history): sendHistory(history, to: client)
    case .clean(let clean): cleanMatches(clean, for: client)
    case .subscribe(let subscription):
      noteLook(at: subscription.view)
      subscriber(of: client).subscribe(
        subscription.interest, takesSteps: subscription.steps ?? false,
        request: subscription.request)
      noteFocus(subscription.focused, of: client)
    case .interest(let interest):
      noteLook(at: interest.view)
      subscriber(of: client).setInterest(interest.interest)
      handle(.selectionMoved(to: interest.selected, in: client.id))
      noteFocus(interest.focused, of: client)
    case .summary(let summary):
      subscriber(of: client).sendSummary(
        request: summary.request, follow: summary.follow ?? false)
    case .hello, .begin, .submit, .restart, .adjust, .group, .payload, .update, .heartbeat, .end,
      .terminal,
      .cancel, .pause, .resume, .answer, .wait, .environment, .metrics, .reload, .stop, .simulate,
      .wake,
      .acknowledge, .unknown:
      break
    }
  }

  /// Sends all groups and an end mark.
  private func sendGroups(_ message: GroupMessage, to client: ClientConnection) {
    guard message.action == .list else { return }
    let groups = state.groups
    for group in groups { client.send(GroupStateMessage(request: message.request, group: group)) }
    client.send(SnapshotEnd(request: message.request, count: groups.count))
  }

  /// Sends the part of a task's environment that is asked for.
  private func sendEnvironment(_ message: EnvironmentRequest, to client: ClientConnection) {
    guard let record = record(of: message.task) else {
      return client.send(.refused(.unknownTask(message.task)), to: message.request)
    }
    guard let payload = payload(of: record.description.key) else {
      return client.send(.refused(.environmentUnknown(record.number)), to: message.request)
    }
    client.send(
      EnvironmentMessage(
        request: message.request, TerminatedFields.joined(payload.environment),
        after: message.after ?? 0))
  }

  /// Returns the payload that a patch changes: the one that came with the message, or else that of
  /// the task. Nil if the task has none.
  private func payload(of key: TaskKey, from client: ConnectionID) -> LaunchPayload? {
    clients.payloads.payload(of: key, from: client) ?? payload(of: key)
  }

  /// Returns the payload of a task that the hub can launch; nil for any other task.
  private func payload(of key: TaskKey) -> LaunchPayload? {
    if let unwritten = unwrittenPayload(of: key) { return unwritten }
    return try? store.payload(of: key)
  }

  /// Submits a task as a new one, with the command, environment and terms that it had.
  ///
  /// The new task has the client's key, so that a request that is sent twice queues one task.
  private func submitAgain(_ restart: RestartMessage, for client: ClientConnection) {
    guard let key = restart.asNew else { return }
    let requester = Requester(connection: client.id, request: restart.request)
    guard let record = record(of: restart.task) else {
      return client.send(.refused(.unknownTask(restart.task)), to: restart.request)
    }
    guard record.ending != nil else {
      return client.send(.refused(.stillLive(record.number)), to: restart.request)
    }
    guard let payload = self.payload(of: record.description.key),
      let submission = record.resubmission(as: key, isHeld: restart.hold)
    else {
      let refusal = Refusal.cannotRestart(record.number, command: nil, directory: nil)
      return client.send(.refused(refusal), to: restart.request)
    }
    clients.payloads.put(payload, of: key, from: client.id, held: unwrittenPayloadBytes)
    guard clients.payloads.payload(of: key, from: client.id) != nil else {
      return client.send(missingPayload(of: client.id, restart.request))
    }
    handle(.taskSubmitted(submission, requester))
  }

  private func missingTask(_ key: TaskKey, _ request: Int?) -> ErrorMessage {
    guard let number = state.number(of: key) else {
      return ErrorMessage(
        request: request, code: .unknownTask,
        message: Refusal.unknownTask(.key(key)).message)
    }
    return ErrorMessage(
      request: request, code: .cannotRestart,
      message: Refusal.cannotRestart(number, command: nil, directory: nil).message)
  }

  private func tooLongPayload(_ request: Int?) -> ErrorMessage {
    ErrorMessage(
      request: request, code: .limit,
      message: String(
        wire: """
          the command and its environment would be longer than \(LaunchPayload.byteLimit >> 20) MiB; \
          remove variables with --unset
          """))
  }

  private func missingPayload(of client: ConnectionID, _ request: Int?) -> ErrorMessage {
    clients.payloads.isRefused(client)
      ? ErrorMessage(
        request: request, code: .limit,
        message: String(
          wire: "too many commands are on their way to the hub; submit again in a moment"))
      : ErrorMessage(
        request: request, code: .malformed,
        message: String(
          wire: "the command is missing; send it first, as a payload with the same key"))
  }

  private func noteFocus(_ isFocused: Bool?, of client: ClientConnection) {
    if let isFocused { handle(.focusReported(client.id, isFocused: isFocused)) }
  }
}

// Ended tasks: pages of the record, and their deletion.
extension HubEngine {
  private func sendHistory(_ message: HistoryMessage, to client: ClientConnection) {
    guard let query = query(message.filter, message.request, of: client) else { return }
    let page = message.page(query)
    subscriber(of: client).read(message.request) { finish in
      pages.read(page) {
        [unowned self, order = page.order, request = message.request, id = client.id] result in
        finish()
        guard let client = connection(id) else { return }
        switch result {
        case .success(let page):
          subscriber(of: client).sendPage(page, in: order, request: request)
        case .failure(let error):
          client.send(ErrorMessage.unreadableRecord(error, request: request))
        }
      }
    }
  }

  /// Tasks that have left the live list, as the record has them.
  func recordedTasks(_ keys: [TaskKey]) -> [TaskSnapshot] {
    keys.filter { !state.isShown($0) }.compactMap { key in
      (try? store.load(.key(key))).flatMap { $0?.snapshot }
    }
  }

  /// Deletes a page of the ended tasks that match. Decoding has checked that there is a selector.
  private func cleanMatches(_ message: CleanMessage, for client: ClientConnection) {
    guard let filter = message.all == true ? "" : message.filter,
      let query = query(filter, message.request, of: client)
    else { return }
    let requester = Requester(connection: client.id, request: message.request)
    let place = PageRequest.Place(number: message.after ?? 0)
    subscriber(of: client).read(message.request) { finish in
      afterWriting { [unowned self] in
        clean(PageRequest(query: query, after: place), for: requester, finish)
      }
    }
  }

  private func clean(
    _ page: PageRequest, for requester: Requester, _ finish: @escaping () -> Void
  ) {
    pages.readKeys(page) { [unowned self] result in
      finish()
      switch result {
      case .success(let page):
        handle(.cleanableFound(page.keys, next: page.next, for: requester))
      case .failure(let error):
        let message = ErrorMessage.unreadableRecord(error, request: requester.request)
        connection(requester.connection)?.send(message)
      }
    }
  }

  /// Reads a query. Refuses a faulty one and returns nil.
  private func query(_ text: String?, _ request: Int?, of client: ClientConnection) -> TaskQuery? {
    do throws(QueryError) {
      return try TaskQuery(text ?? "")
    } catch {
      client.send(ErrorMessage(request: request, code: .malformed, message: "\(error)"))
      return nil
    }
  }
}

extension ErrorMessage {
  static func unreadableRecord(_ error: any Error, request: Int?) -> ErrorMessage {
    ErrorMessage(
      request: request, code: .record,
      message: String(wire: "the record can't be read (\(error)); see: headway hub status"))
  }
}

extension ClientMessage {
  /// The changes of a payload that the hub has already; nil for none.
  fileprivate var patch: PayloadPatch? {
    if case .adjust(let adjust) = self { adjust.patch } else { nil }
  }

  /// The task whose payload must have come before this message, and the number of the request.
  fileprivate var needsPayload: (key: TaskKey, request: Int?)? {
    switch self {
    case .submit(let submit) where submit.terms.launcher == .hub:
      return (submit.begin.description.key, submit.request)
    case .adjust(let adjust) where adjust.command != nil || adjust.patch != nil:
      guard case .key(let key) = adjust.task else { return nil }
      return (key, adjust.request)
    default: return nil
    }
  }
}

extension SubscribeMessage {
  fileprivate var interest: SubscriberFeed.Interest { view.map { .tasks(Set($0)) } ?? .all }
}

extension InterestMessage {
  fileprivate var interest: SubscriberFeed.Interest { view.map { .tasks(Set($0)) } ?? .all }
}

extension HistoryMessage {
  fileprivate func page(_ query: TaskQuery) -> PageRequest {
    let end = byEnd == true ? afterEnd?.millisecondsSinceEpoch ?? 0 : 0
    return PageRequest(
      query: query, order: byEnd == true ? .end : .number,
      after: PageRequest.Place(number: after ?? 0, end: end), last: last)
  }
}
