import Glibc
import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem

/// The monitor without a screen: prints a line for each meaningful change. `headway watch --plain`
/// and terminals without cursor movement use it.
final class PlainWatch {
  private let links: MonitorLinks
  private var lines: PlainLines
  private var poller = Poller()

  /// - Parameters:
  ///   - filter: The tasks to report.
  ///   - hosts: The machines; nil for this one.
  ///   - fleet: The hubs of a fleet.
  init(paths: HeadwayPaths, filter: TaskQuery, hosts: [Host?], fleet: FleetFeed? = nil) {
    let inFleet = fleet?.sessions.map(\.host.name) ?? []
    lines = PlainLines(filter, hosts: hosts.map { $0?.name } + inFleet)
    links = MonitorLinks(paths: paths, hosts: hosts, subject: .everyTask, fleet: fleet)
  }

  /// Runs until nobody reads standard output.
  func run() throws {
    while true {
      links.step().forEach(handle)
      wait()
      if poller.readiness(of: STDOUT_FILENO).isGone { return }
    }
  }

  /// Prints the lines for an event.
  private func handle(_ event: MonitorEvent) {
    lines.lines(for: event, at: Moment.now.wall).forEach(StandardStreams.print)
  }

  /// Sleeps until the hub sends something or the reader goes.
  private func wait() {
    links.mindSilence { _ in lines.hasLiveTasks }
    poller.begin()
    poller.watch(STDOUT_FILENO, [])
    links.watch(with: &poller)
    poller.wait(until: links.nextDeadline)
  }
}
