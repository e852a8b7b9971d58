import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem

/// Sleeps until the hub says something, or, where there is none, until a socket appears: by
/// inotify, not by looking again and again.
final class HubArrival {
  private let paths: HeadwayPaths
  private let end: End
  private var poller = Poller()

  /// What ends the program quietly.
  enum End {
    /// Nobody reads standard output any more.
    case readerGone
    case exit(of: ProcessHandle)
  }

  init(paths: HeadwayPaths, until end: End = .readerGone) { (self.paths, self.end) = (paths, end) }

  /// At the latest until `deadline`.
  func wait(for link: MonitorLink, orUntil deadline: Duration? = nil) {
    if let descriptor = link.descriptor {
      sleep(on: descriptor, until: [link.nextDeadline, deadline].compactMap { $0 }.min())
    } else if link.trouble == .noHub, let watch = NameWatch(nearest: paths.runtimeDirectory) {
      guard FileIdentity(of: paths.socket) == nil || HubPresence.isAsleep(paths) else {
        return pause(until: [link.nextDeadline, deadline].compactMap { $0 }.min())
      }
      sleep(on: watch.descriptor, until: deadline)
    } else {
      pause(until: [link.nextDeadline, deadline].compactMap { $0 }.min())
    }
  }

  private func pause(until deadline: Duration?) {
    sleep(on: nil, until: deadline ?? SystemClocks.awake + .seconds(1))
  }

  private func sleep(on descriptor: CInt?, until deadline: Duration?) {
    poller.begin()
    switch end {
    case .readerGone: poller.watch(STDOUT_FILENO, [])
    case .exit(let process): poller.watch(process.descriptor, .readable)
    }
    if let descriptor { poller.watch(descriptor, .readable) }
    poller.wait(until: deadline)
    if hasCome { exit(0) }
  }

  private var hasCome: Bool {
    switch end {
    case .readerGone: poller.readiness(of: STDOUT_FILENO).isGone
    case .exit(let process): poller.readiness(of: process.descriptor).isAny
    }
  }
}
