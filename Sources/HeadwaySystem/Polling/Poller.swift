internal import Glibc

/// What a descriptor is watched for, and what it turned out to be ready for.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: Int16

  package init(rawValue: Int16) { self.rawValue = rawValue }

  /// For anything, be it only to hear that it is over.
  package var isAny: Bool { rawValue != 0 }

  package static let readable = Readiness(rawValue: Int16(POLLIN))

  /// What most streams are watched for. Not a literal of a set, which takes longer than poll(2).
  package static func readable(andWritable isWriting: Bool) -> Readiness {
    isWriting ? Readiness(rawValue: Int16(POLLIN) | Int16(POLLOUT)) : readable
  }

  package static let writable = Readiness(rawValue: Int16(POLLOUT))
  /// The other end is gone; reported whether watched or not.
  package static let hungUp = Readiness(rawValue: Int16(POLLHUP))
  /// Broken; reported whether watched or not.
  package static let broken = Readiness(rawValue: Int16(POLLERR) | Int16(POLLNVAL))

  /// Whether whoever is at the other end is gone: a pipe says so by an error, a socket or a terminal
  /// by a hang-up.
  package var isGone: Bool { rawValue & (Self.hungUp.rawValue | Self.broken.rawValue) != 0 }
}

/// One round of poll(2): watch, wait, ask.
///
/// A descriptor is watched once a round; watching it again adds to its interest.
package struct Poller {
  private var entries: [pollfd] = []
  /// How many descriptors were ready after the last wait.
  package private(set) var readyCount = 0

  package init() {}

  /// Forgets the last round.
  package mutating func begin() { entries.removeAll(keepingCapacity: true) }

  /// Forgets the last round but for the `count` descriptors that were watched first.
  package mutating func begin(keeping count: Int) {
    entries.removeLast(max(0, entries.count - count))
  }

  package var watchedCount: Int { entries.count }

  /// Watches nothing but the hang-up where `interest` is empty.
  package mutating func watch(_ descriptor: CInt, _ interest: Readiness) {
    if let index = entries.firstIndex(where: { $0.fd == descriptor }) {
      entries[index].events |= interest.rawValue
    } else {
      entries.append(pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    }
  }

  /// Until something is ready, a signal arrives or `deadline` (on ``SystemClocks``) has come.
  package mutating func wait(until deadline: Duration?) {
    let timeout = deadline.map { Self.milliseconds(until: $0, from: SystemClocks.awake) } ?? -1
    let count = poll(&entries, nfds_t(entries.count), timeout)
    readyCount = Int(max(0, count))
    if count < 0 {
      for index in entries.indices { entries[index].revents = 0 }
    }
  }

  package func readiness(of descriptor: CInt) -> Readiness {
    guard let entry = entries.first(where: { $0.fd == descriptor }) else { return [] }
    return Readiness(rawValue: entry.revents)
  }

  /// Rounded up, so that the deadline has come when the wait is over.
  static func milliseconds(until deadline: Duration, from now: Duration) -> CInt {
    let (seconds, attoseconds) = (deadline - now).components
    if seconds < 0 || attoseconds < 0 { return 0 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    let partial = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return CInt(seconds * 1000 + partial)
  }
}
