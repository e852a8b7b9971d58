import Glibc
import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem
import HeadwayWire

/// The command `headway status`: prints the hub's summary once, or on every change.
///
/// The command must be fast, because a status bar may run it every second. It reads no config: the
/// style for tmux comes with the hub's summary.
struct StatusPrinter {
  private let format: StatusFormat

  /// The time after which a hub counts as hung. A status bar must not wait longer.
  private static let patience: Duration = .milliseconds(80)

  init(_ format: StatusFormat) { self.format = format }

  /// Prints the line and returns the exit status: 0 for a line, 1 if there is nothing to show or the
  /// hub goes away, 69 for a hub that doesn't answer. Never starts a hub.
  func printOnce() throws(CommandFailure) -> Int32 {
    let paths = try Hub.paths()
    do {
      let summary = try SummaryQuery.ask(paths, patience: Self.patience)
      guard let line = format.line(summary) else { return 1 }
      StandardStreams.print(line)
      return 0
    } catch .hubSilent {
      StandardStreams.print(format.hubSilentLine)
      return HeadwayProgram.ExitStatus.noHub.rawValue
    } catch .noHub {
      return 1
    } catch .connectionLost {
      // The hub is going away.
      return 1
    } catch {
      StandardStreams.complain("\(error)")
      return HeadwayProgram.ExitStatus.noHub.rawValue
    }
  }

  /// Prints the line for several machines, of which nil is this one, and returns the exit status: 0
  /// for a line, 1 if there is nothing to show.
  ///
  /// No hub is started. A machine without one counts as reached.
  func printOnce(of machines: [HostName?]) throws(CommandFailure) -> Int32 {
    let paths = try Hub.paths()
    let answers = try HostSurvey.ask(machines, here: { Self.here(paths) }, noHub: Self.nothing) {
      client throws(LinkError) in
      try client.ask(SummaryRequest(request: client.nextRequest())) {
        if case .summary(let summary) = $0 { summary } else { nil }
      }
    }
    var summaries: [HubSummary] = []
    // A style of another machine is text from outside, and tmux would read it.
    var style = "bold"
    for answer in answers {
      guard case .success(let message) = answer.result else { continue }
      summaries.append(message.summary)
      if answer.host == nil, !message.attentionStyle.isEmpty { style = message.attentionStyle }
    }
    let line = format.line(
      .sum(of: summaries), unreached: answers.count - summaries.count, attentionStyle: style)
    guard let line else { return 1 }
    StandardStreams.print(line)
    return 0
  }

  /// Prints the line for the hubs of a fleet. Returns false if there is nothing to show.
  func print(_ sessions: [FleetSession]) -> Bool {
    guard let line = line(sessions) else { return false }
    StandardStreams.print(line)
    return true
  }

  /// Prints a line on every change of a fleet until nobody reads standard output, then exits.
  func follow(_ feed: FleetFeed) throws(CommandFailure) -> Never {
    try feed.awaitFirst()
    var last: String?
    while true {
      let line = line(feed.sessions) ?? format.emptyLine
      if line != last { StandardStreams.print(line) }
      last = line
      var poller = Poller()
      if let descriptor = feed.descriptor { poller.watch(descriptor, .readable) }
      poller.watch(STDOUT_FILENO, [])
      poller.wait(until: feed.nextDeadline)
      if poller.readiness(of: STDOUT_FILENO).isGone { throw CommandFailure(silently: 0) }
      feed.step()
      // Nobody looks at the tasks here.
      for session in feed.sessions { _ = session.step(now: SystemClocks.awake) }
    }
  }

  /// The line for the hubs of a fleet; nil if there is nothing to show.
  private func line(_ sessions: [FleetSession]) -> String? {
    let summaries = sessions.compactMap(\.summary)
    return format.line(
      .sum(of: summaries), unreached: sessions.count { !$0.isForgotten } - summaries.count,
      attentionStyle: "bold")
  }

  /// The summary of a machine without a hub.
  private static let nothing = SummaryMessage(HubSummary(), attentionStyle: "")

  /// The summary of this machine's hub, which isn't started.
  private static func here(_ paths: HeadwayPaths) -> Result<SummaryMessage, CommandFailure> {
    do {
      return .success(try SummaryQuery.ask(paths, patience: patience))
    } catch .noHub {
      return .success(nothing)
    } catch .connectionLost {
      return .success(nothing)
    } catch {
      return .failure(CommandFailure(error))
    }
  }

  /// Prints a line on every change until nobody reads standard output, then exits. The first line
  /// comes immediately even without a hub, because tmux shows "not ready" for a command that has
  /// printed nothing.
  func follow() throws(CommandFailure) -> Never {
    let paths = try Hub.paths()
    let link = MonitorLink(paths: paths, subject: .summary, mayStartHub: false)
    let waiter = HubArrival(paths: paths)
    var last: String?
    while true {
      var lines = link.step(now: SystemClocks.awake).compactMap(format.text(after:))
      if lines.isEmpty, last == nil, link.descriptor == nil { lines = [format.emptyLine] }
      for line in lines where line != last {
        StandardStreams.print(line)
        last = line
      }
      link.mindsSilence = last != nil && last != format.emptyLine
      waiter.wait(for: link)
    }
  }
}
