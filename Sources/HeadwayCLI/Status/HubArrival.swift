import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The wait of a status line for news. The wait sleeps until the hub sends something. Without a
/// hub, it sleeps until a socket appears (inotify(7)), so that an idle status line costs nothing.
final class HubArrival {
  private let paths: HeadwayPaths
  private let end: End
  private var poller = Poller()

  /// The event that ends the program.
  enum End {
    /// Nobody reads standard output any more.
    case readerGone
    /// A process ended.
    case exit(of: ProcessHandle)
  }

  /// Creates a wait that exits the program at `end`.
  init(paths: HeadwayPaths, until end: End = .readerGone) { (self.paths, self.end) = (paths, end) }

  /// Sleeps until there is news for `link`, at most until `deadline` (awake clock). Exits the
  /// program when the end event happens.
  func wait(for link: MonitorLink, orUntil deadline: AwakeTime? = nil) {
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

  /// Sleeps until the deadline, or a second without one.
  private func pause(until deadline: AwakeTime?) {
    sleep(on: nil, until: deadline ?? SystemClocks.awake + .seconds(1))
  }

  /// Sleeps until `descriptor` is readable, the end event happens, or the deadline passes.
  private func sleep(on descriptor: CInt?, until deadline: AwakeTime?) {
    poller.begin()
    switch end {
    case .readerGone: poller.watch(STDOUT_FILENO, [])
    case .exit(let process): poller.watch(process.descriptor, .readable)
    }
    if let descriptor { poller.watch(descriptor, .readable) }
    poller.wait(until: deadline)
    if hasCome { exit(0) }
  }

  /// Whether the end event happened.
  private var hasCome: Bool {
    switch end {
    case .readerGone: poller.readiness(of: STDOUT_FILENO).isGone
    case .exit(let process): poller.readiness(of: process.descriptor).isAny
    }
  }
}
