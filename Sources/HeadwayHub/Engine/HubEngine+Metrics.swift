import HeadwayHubCore
import HeadwayModel
import HeadwayWire

// The hub's numbers for monitoring systems.
extension HubEngine {
  func sendMetrics(_ message: MetricsRequest, to client: ClientConnection) {
    subscriber(of: client).read(message.request) { finish in
      gatherMetrics { [unowned self, id = client.id] metrics in
        finish()
        guard let client = connection(id) else { return }
        let parts = MetricsMessage.parts(of: metrics.text(in: message.format))
        for part in parts { client.send(MetricsMessage(part, request: message.request)) }
        client.send(SnapshotEnd(request: message.request, count: parts.count))
      }
    }
  }

  /// Calls `body` with the numbers of now. A record that can't be read leaves the earlier runs out.
  func gatherMetrics(then body: @escaping (HubMetrics) -> Void) {
    pages.readLastRuns(limit: HubMetrics.labelLimit) { [unowned self] result in
      let now = HubClock.now
      var metrics = state.metrics(at: now)
      metrics.startedAt = startedAt
      for run in (try? result.get()) ?? [] { metrics.add(run) }
      body(metrics)
    }
  }
}
