import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem

/// Sleeps until the hub says something, or, where there is none, until a socket appears: by
/// inotify, not by looking again and again.
final class HubArrival {
  private let paths: HeadwayPaths
  private var poller = Poller()

  init(paths: HeadwayPaths) { self.paths = paths }

  func wait(for link: MonitorLink) {
    if let descriptor = link.descriptor {
      sleep(on: descriptor, until: link.nextDeadline)
    } else if link.trouble == .noHub, let watch = NameWatch(nearest: paths.runtimeDirectory) {
      guard FileIdentity(of: paths.socket) == nil else { return pause(until: link.nextDeadline) }
      sleep(on: watch.descriptor, until: nil)
    } else {
      pause(until: link.nextDeadline)
    }
  }

  private func pause(until deadline: Duration?) {
    sleep(on: nil, until: deadline ?? SystemClocks.awake + .seconds(1))
  }

  /// Ends the program quietly when the reader of standard output is gone.
  private func sleep(on descriptor: CInt?, until deadline: Duration?) {
    poller.begin()
    poller.watch(STDOUT_FILENO, [])
    if let descriptor { poller.watch(descriptor, .readable) }
    poller.wait(until: deadline)
    if poller.readiness(of: STDOUT_FILENO).isGone { exit(0) }
  }
}
