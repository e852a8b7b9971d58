internal import Glibc
package import HeadwayModel

/// The conditions that a descriptor is watched for, and the conditions that a wait has found
/// (poll(2)).
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: Int16

  package init(rawValue: Int16) { self.rawValue = rawValue }

  /// Whether any condition was found, including an error or a hang-up.
  package var isAny: Bool { rawValue != 0 }

  /// Input can be read, or the stream is at its end.
  package static let readable = Readiness(rawValue: Int16(POLLIN))

  /// The interest in input, and in output space if `isWriting` is true. An integer is built here
  /// because a set literal takes longer than the poll(2) itself.
  package static func readable(andWritable isWriting: Bool) -> Readiness {
    isWriting ? Readiness(rawValue: Int16(POLLIN) | Int16(POLLOUT)) : readable
  }

  /// Output can be written.
  package static let writable = Readiness(rawValue: Int16(POLLOUT))
  /// The other end is gone. poll(2) reports it whether watched or not.
  package static let hungUp = Readiness(rawValue: Int16(POLLHUP))
  /// The descriptor is in error. poll(2) reports it whether watched or not.
  package static let broken = Readiness(rawValue: Int16(POLLERR) | Int16(POLLNVAL))

  /// Whether the process at the other end is gone. A pipe reports that as an error, a socket or a
  /// terminal as a hang-up.
  package var isGone: Bool { rawValue & (Self.hungUp.rawValue | Self.broken.rawValue) != 0 }
}

/// A set of descriptors to wait for with poll(2).
///
/// ```swift
/// var poller = Poller()
/// poller.begin()
/// poller.watch(socket.raw, .readable)
/// poller.wait(until: SystemClocks.awake + .seconds(1))
/// if poller.readiness(of: socket.raw).isAny { … }
/// ```
///
/// Watching a descriptor twice in a round combines the two interests.
package struct Poller {
  private var entries: [pollfd] = []
  /// The number of descriptors that were ready after the last wait.
  package private(set) var readyCount = 0

  package init() {}

  /// Begins a round without any descriptor.
  package mutating func begin() { entries.removeAll(keepingCapacity: true) }

  /// Begins a round with the `count` descriptors that were watched first in the last round.
  package mutating func begin(keeping count: Int) {
    entries.removeLast(max(0, entries.count - count))
  }

  /// The number of watched descriptors.
  package var watchedCount: Int { entries.count }

  /// Watches a descriptor. With an empty `interest` only a hang-up or an error is found.
  package mutating func watch(_ descriptor: CInt, _ interest: Readiness) {
    if let index = entries.firstIndex(where: { $0.fd == descriptor }) {
      entries[index].events |= interest.rawValue
    } else {
      entries.append(pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    }
  }

  /// Waits until a descriptor is ready, a signal arrives or `deadline` (``SystemClocks/awake``) has
  /// come. Nil waits without limit.
  package mutating func wait(until deadline: AwakeTime?) {
    let timeout = deadline.map { Self.milliseconds(in: $0 - SystemClocks.awake) } ?? -1
    let count = poll(&entries, nfds_t(entries.count), timeout)
    readyCount = Int(max(0, count))
    if count < 0 {
      for index in entries.indices { entries[index].revents = 0 }
    }
  }

  /// Returns the conditions that the last wait found; empty for a descriptor that isn't watched.
  package func readiness(of descriptor: CInt) -> Readiness {
    guard let entry = entries.first(where: { $0.fd == descriptor }) else { return [] }
    return Readiness(rawValue: entry.revents)
  }

  /// Returns `length` in whole milliseconds, as poll(2) takes it. The length is rounded up, so that
  /// a deadline has come when the wait for it ends. A negative length counts as 0.
  static func milliseconds(in length: Duration) -> CInt {
    let (seconds, attoseconds) = length.components
    if seconds < 0 || attoseconds < 0 { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    let partial = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return CInt(seconds * 1000 + partial)
  }
}
