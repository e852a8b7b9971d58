import HeadwayWire

extension ClientMessage {
  /// Nil for a type that this version doesn't know.
  var body: (any MessageBody)? {
    switch self {
    case .hello(let body): body
    case .begin(let body): body
    case .submit(let body): body
    case .payload(let body): body
    case .restart(let body): body
    case .adjust(let body): body
    case .group(let body): body
    case .update(let body): body
    case .heartbeat(let body): body
    case .end(let body): body
    case .terminal(let body): body
    case .cancel(let body): body
    case .pause(let body): body
    case .resume(let body): body
    case .answer(let body): body
    case .wait(let body): body
    case .list(let body): body
    case .history(let body): body
    case .environment(let body): body
    case .metrics(let body): body
    case .clean(let body): body
    case .acknowledge(let body): body
    case .subscribe(let body): body
    case .interest(let body): body
    case .summary(let body): body
    case .reload(let body): body
    case .stop(let body): body
    case .simulate(let body): body
    case .wake(let body): body
    case .unknown: nil
    }
  }
}

extension HubMessage {
  /// Nil for a type that this version doesn't know.
  var body: (any MessageBody)? {
    switch self {
    case .hello(let body): body
    case .ok(let body): body
    case .error(let body): body
    case .begun(let body): body
    case .submitted(let body): body
    case .turn(let body): body
    case .ended(let body): body
    case .cancel(let body): body
    case .pause(let body): body
    case .resume(let body): body
    case .question(let body): body
    case .assertionAwaited(let body): body
    case .terminal(let body): body
    case .selection(let body): body
    case .task(let body): body
    case .snapshotEnd(let body): body
    case .environment(let body): body
    case .metrics(let body): body
    case .group(let body): body
    case .cleaned(let body): body
    case .change(let body): body
    case .step(let body): body
    case .removed(let body): body
    case .summary(let body): body
    case .notification(let body): body
    case .settings(let body): body
    case .goodbye(let body): body
    case .unknown: nil
    }
  }
}
