package import HeadwayModel
import HeadwayWire

extension CommandClient {
  /// Returns the hub's numbers as text.
  package func metrics(in format: MetricsFormat) throws(LinkError) -> String {
    send(MetricsRequest(format, request: nextRequest()))
    var text = ""
    return try firstWhileAlive { message in
      if case .metrics(let part) = message { text += part.text }
      if case .snapshotEnd = message { return text }
      return nil
    }
  }
}
