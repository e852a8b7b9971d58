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
  ///
  /// The record is read anew only if ends may have left the list since the last time.
  func gatherMetrics(then body: @escaping (HubMetrics) -> Void) {
    let now = HubClock.now
    if let known = recordedRuns, now.awake < known.usableUntil {
      return body(metrics(with: known.runs, at: now))
    }
    pages.readLastRuns(limit: HubMetrics.labelLimit) { [unowned self] result in
      let runs = (try? result.get()) ?? []
      let end = HubClock.now
      let kept = min(settings.core.keepEnded / 2, Self.longestUse)
      recordedRuns = RecordedRuns(runs: runs, usableUntil: now.awake + kept)
      body(metrics(with: runs, at: end))
    }
  }

  private func metrics(with runs: [RecordedRun], at now: Moment) -> HubMetrics {
    var metrics = state.metrics(at: now)
    metrics.startedAt = startedAt
    for run in runs { metrics.add(run) }
    return metrics
  }

  private static let longestUse: Duration = .seconds(600)
}

/// The last runs as the record had them.
struct RecordedRuns {
  let runs: [RecordedRun]
  /// The time until which every later end is in the hub's list.
  let usableUntil: AwakeTime
}
