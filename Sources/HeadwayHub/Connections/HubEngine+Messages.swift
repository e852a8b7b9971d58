import HeadwayCore
import HeadwayWire

// What messages ask for.
extension HubEngine {
  func take(_ message: ClientMessage, from client: ClientConnection, at now: Moment) {
    if let event = message.event(from: client.id) { return handle(event, at: now) }
    switch message {
    case .list, .subscribe, .interest, .summary: takeSubscription(message, from: client)
    case .stop(let stop):
      client.send(OkMessage(request: stop.request, within: state.shutdownPatience))
      requestStop(reason: "stopped by hub stop")
    case .hello, .begin, .update, .heartbeat, .end, .cancel, .answer, .wait, .waiting, .simulate,
      .unknown:
      break
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
    case .hello, .begin, .update, .heartbeat, .end, .cancel, .answer, .wait, .stop, .waiting,
      .simulate, .unknown:
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

extension SubscribeMessage {
  fileprivate var interest: SubscriberFeed.Interest { view.map { .tasks(Set($0)) } ?? .all }
}

extension InterestMessage {
  fileprivate var interest: SubscriberFeed.Interest { view.map { .tasks(Set($0)) } ?? .all }
}
