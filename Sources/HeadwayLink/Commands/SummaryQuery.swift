internal import HeadwayModel
package import HeadwaySystem
package import HeadwayWire

/// The shortest way to ask a hub for its summary, once.
///
/// A status bar asks every second, so the query sends its two lines at once and waits for no hello.
///
/// ```swift
/// let summary = try SummaryQuery.ask(paths, patience: .milliseconds(500))
/// ```
package enum SummaryQuery {
  /// Asks for the summary. The function never starts a hub.
  ///
  /// - Throws: ``LinkError/hubSilent`` after `patience`.
  package static func ask(
    _ paths: HeadwayPaths, patience: Duration
  ) throws(LinkError) -> SummaryMessage {
    let connection = try HubConnection(to: paths, mayStart: false)
    connection.queue(ClientHello(role: .command))
    connection.send(SummaryRequest())
    let deadline = SystemClocks.awake + patience
    while true {
      try wait(for: connection, until: deadline)
      for line in try connection.receiveLines() {
        if let summary = try summary(line, connection) { return summary }
      }
    }
  }

  private static func wait(
    for connection: HubConnection, until deadline: AwakeTime
  ) throws(LinkError) {
    var poller = Poller()
    poller.watch(
      connection.descriptor, .readable(andWritable: connection.wantsWrite))
    poller.wait(until: deadline)
    if !poller.readiness(of: connection.descriptor).isAny, SystemClocks.awake >= deadline {
      throw .hubSilent
    }
    connection.flush()
  }

  /// Decodes a line. Nil for other messages; a refusal is thrown.
  private static func summary(
    _ line: ArraySlice<UInt8>, _ connection: HubConnection
  ) throws(LinkError) -> SummaryMessage? {
    switch try connection.decode(line) {
    case .summary(let summary): return summary
    case .error(let error): throw .refused(code: error.code, message: error.message)
    case .hello, .ok, .begun, .submitted, .turn, .ended, .cancel, .pause, .resume, .question,
      .assertionAwaited, .terminal, .selection, .task, .snapshotEnd, .group, .cleaned, .environment,
      .metrics,
      .change,
      .step, .removed, .notification, .settings, .goodbye, .unknown:
      return nil
    }
  }
}
