import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem

/// Sleeps until the hub says something, or, where there is none, until a socket appears: by
/// inotify, not by looking again and again.
final class HubArrival {
  private let paths: HeadwayPaths

  init(paths: HeadwayPaths) { self.paths = paths }

  func wait(for link: MonitorLink) {
    if let descriptor = link.descriptor {
      sleep(on: descriptor, until: nil)
    } else if link.trouble == .noHub, let watch = NameWatch(nearest: paths.runtimeDirectory) {
      guard FileIdentity(of: paths.socket) == nil else { return pause(until: link.nextDeadline) }
      sleep(on: watch.descriptor, until: nil)
    } else {
      pause(until: link.nextDeadline)
    }
  }

  private func pause(until deadline: Duration?) {
    sleep(on: -1, until: deadline ?? SystemClocks.awake + .seconds(1))
  }

  /// Ends the program quietly when the reader of standard output is gone.
  private func sleep(on descriptor: CInt, until deadline: Duration?) {
    let milliseconds = deadline.map {
      CInt(clamping: max(0, ($0 - SystemClocks.awake).wholeMilliseconds + 1))
    }
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    _ = poll(&entries, 2, milliseconds ?? -1)
    if entries[1].revents & Int16(POLLERR) != 0 { exit(0) }
  }
}
