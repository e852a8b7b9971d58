package import HeadwayModel

/// A datagram of sd_notify(3), reduced to the fields that matter for a task's card.
///
/// Unknown fields are ignored. The supervisor receives the datagrams if `[run] notify-socket` is
/// on.
///
/// ```swift
/// ServiceNotice("STATUS=Loading tables\nWATCHDOG=1".utf8)?.subtitle   // "Loading tables"
/// ```
package struct ServiceNotice: Hashable, Sendable {
  /// The text of `STATUS=`: what is being done. An empty text takes back the one before; nil means
  /// that the field is missing.
  package private(set) var status: SanitisedText?
  /// Whether the datagram has `WATCHDOG=1`, a sign of life.
  package private(set) var isAlive = false
  /// Whether the datagram has `STOPPING=1`.
  package private(set) var isStopping = false
  /// The time until the next datagram is due (`EXTEND_TIMEOUT_USEC=`), one day at most; nil if the
  /// field is missing.
  package private(set) var extends: Duration?

  /// The number of bytes of a datagram that are read; the rest is ignored.
  package static let byteLimit = 4096
  /// The longest time that a program may ask for. Without a limit it could switch the stall clock
  /// off.
  private static let longestExtension: Duration = .seconds(86_400)

  /// Reads a datagram; nil if it has no field of use.
  package init?(_ datagram: some Collection<UInt8>) {
    for line in datagram.prefix(Self.byteLimit).split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      set(String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    }
    if status == nil, !isAlive, !isStopping, extends == nil { return nil }
  }

  private mutating func set(_ name: String, _ value: String) {
    switch name {
    case "STATUS": status = SanitisedText(value, limit: .line)
    case "WATCHDOG": isAlive = isAlive || value == "1"
    case "STOPPING": isStopping = isStopping || value == "1"
    case "EXTEND_TIMEOUT_USEC":
      extends = UInt64(value).map { min(.microseconds(Int64(clamping: $0)), Self.longestExtension) }
    default: break
    }
  }

  /// The line for the card: the status, or `stopping`; nil if the datagram has neither.
  package var subtitle: SanitisedText? { status ?? (isStopping ? "stopping" : nil) }
}
