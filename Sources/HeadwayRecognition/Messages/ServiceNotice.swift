package import HeadwayCore

/// One datagram of sd_notify(3), as far as a task's card cares; what is unknown is passed over.
package struct ServiceNotice: Hashable, Sendable {
  /// `STATUS=`: what is being done. Empty takes back the one before.
  package private(set) var status: SanitisedText?
  /// `WATCHDOG=1`.
  package private(set) var isAlive = false
  /// `STOPPING=1`.
  package private(set) var isStopping = false
  /// `EXTEND_TIMEOUT_USEC=`: so long it may take until the next one.
  package private(set) var extends: Duration?

  /// What a datagram may hold; more isn't read.
  package static let byteLimit = 4096
  private static let longestExtension: Duration = .seconds(86_400)

  /// Nil where nothing in it is of use.
  package init?(_ datagram: some Collection<UInt8>) {
    for line in datagram.prefix(Self.byteLimit).split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      take(String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    }
    if status == nil, !isAlive, !isStopping, extends == nil { return nil }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "STATUS": status = SanitisedText(value, limit: .line)
    case "WATCHDOG": isAlive = isAlive || value == "1"
    case "STOPPING": isStopping = isStopping || value == "1"
    case "EXTEND_TIMEOUT_USEC":
      extends = UInt64(value).map { min(.microseconds(Int64(clamping: $0)), Self.longestExtension) }
    default: break
    }
  }

  /// The line for the card; nil where it says nothing new.
  package var subtitle: SanitisedText? { status ?? (isStopping ? "stopping" : nil) }
}
