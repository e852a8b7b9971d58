import HeadwayCore
import HeadwayWire

// From messages to events.
extension HubEngine {
  func take(_ message: ClientMessage, from client: ClientConnection) {
    switch message {
    case .begin(let begin):
      handle(.taskBegan(begin.description, begin.report, client.requester(begin.request)))
    case .update(let update):
      handle(
        .reportReceived(
          update.task, update.report, isRecognised: update.recognised ?? false,
          client.requester(update.request)))
    case .heartbeat(let beat):
      handle(
        .heartbeatReceived(
          beat.task, estimated: beat.estimated, client.requester(beat.request)))
    case .end(let end):
      handle(
        .taskEnded(end.task, end.ending, endedAt: end.endedAt, client.requester(end.request)))
    case .cancel(let cancel):
      handle(
        .cancelRequested(
          cancel.task, isForced: cancel.force ?? false, note: cancel.note,
          client.requester(cancel.request)))
    case .answer(let answer):
      handle(.answerGiven(answer.task, answer.answer, client.requester(answer.request)))
    case .wait(let wait): handle(.endAwaited(wait.task, client.requester(wait.request)))
    case .list, .subscribe, .interest, .summary: takeSubscription(message, from: client)
    case .stop(let stop):
      client.send(OkMessage(request: stop.request))
      requestStop(reason: "stopped by hub stop")
    case .hello, .unknown: break
    }
  }

  private func takeSubscription(_ message: ClientMessage, from client: ClientConnection) {
    switch message {
    case .list(let list) where list.all == true: sendRecord(to: client, request: list.request)
    case .list(let list): subscriber(of: client).sendSnapshot(request: list.request)
    case .subscribe(let subscription):
      subscriber(of: client).subscribe(subscription.interest, request: subscription.request)
    case .interest(let interest): subscriber(of: client).setInterest(interest.interest)
    case .summary(let summary):
      subscriber(of: client).sendSummary(
        request: summary.request, follow: summary.follow ?? false)
    case .hello, .begin, .update, .heartbeat, .end, .cancel, .answer, .wait, .stop, .unknown:
      break
    }
  }

  /// The live list, and before it what only the record holds; all as it is now: what leaves the live
  /// list while it is being sent would be in neither.
  private func sendRecord(to client: ClientConnection, request: Int?) {
    let live = state.snapshots(at: HubClock.now)
    let keys = Set(live.map(\.key))
    do {
      let past = try store.loadAll().map(\.snapshot).filter { !keys.contains($0.key) }
      subscriber(of: client).sendSnapshot(request: request, of: past + live)
    } catch {
      client.send(
        ErrorMessage(
          request: request, code: .record,
          message: "the record can't be read (\(error)); see: headway hub status"))
    }
  }
}

extension ClientConnection {
  fileprivate func requester(_ request: Int?) -> Requester {
    Requester(connection: id, request: request)
  }
}

extension SubscribeMessage {
  fileprivate var interest: SubscriberFeed.Interest { view.map { .tasks(Set($0)) } ?? .all }
}

extension InterestMessage {
  fileprivate var interest: SubscriberFeed.Interest { view.map { .tasks(Set($0)) } ?? .all }
}
