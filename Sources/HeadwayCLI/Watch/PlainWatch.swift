import Glibc
import HeadwayModel
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem

/// The monitor without a screen: prints a line for each meaningful change. `headway watch --plain`
/// and terminals without cursor movement use it.
final class PlainWatch {
  private let link: MonitorLink
  private var lines: PlainLines
  private var poller = Poller()

  init(paths: HeadwayPaths, filter: TaskQuery) {
    lines = PlainLines(filter)
    link = MonitorLink(paths: paths, subject: .everyTask, mayStartHub: true)
  }

  /// Runs until nobody reads standard output.
  func run() throws {
    while true {
      var events: [MonitorEvent] = []
      for event in link.step(now: SystemClocks.awake) { event.add(to: &events, of: link) }
      events.forEach(handle)
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
    link.mindsSilence = lines.hasLiveTasks
    poller.begin()
    poller.watch(STDOUT_FILENO, [])
    if let descriptor = link.descriptor {
      poller.watch(descriptor, .readable(andWritable: link.wantsWrite))
    }
    poller.wait(until: link.nextDeadline)
  }
}
