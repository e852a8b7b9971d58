/// The first line that the far end of a bridge writes: who answers, before the lines of the protocol.
///
/// The line is `headway-connect 1 ` and a JSON object. The number is the version of the bridge; the
/// protocol behind it has its own. A login shell may have written other text before the line.
///
/// ```
/// headway-connect 1 {"type":"connect","hub":"0.1.0","host":"build1","machine":"build1-3f9c1e07ab52"}
/// ```
package struct BridgeGreeting: MessageBody {
  package static let type = "connect"
  /// The start of the line.
  package static let mark = "headway-connect 1 "
  /// The number of bytes in front of the line that are skipped at most.
  package static let noiseLimit = 65_536

  /// The version of Headway there.
  package var hub: String
  /// The host name of the machine.
  package var host: String
  /// The name of the machine's own folder, which differs between machines of one host name.
  package var machine: String
  /// The wall clock there, in milliseconds since 1970.
  package var now: Int?

  package init(hub: String, host: String, machine: String, now: Int?) {
    (self.hub, self.host, self.machine, self.now) = (hub, host, machine, now)
  }

  package static var unread: BridgeGreeting {
    BridgeGreeting(hub: "", host: "", machine: "", now: nil)
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("hub", &hub)
    try fields.required("host", &host)
    try fields.required("machine", &machine)
    try fields.field("now", &now)
  }

  /// The whole line with its newline.
  package var bytes: [UInt8] { Array(Self.mark.utf8) + (line() ?? []) }

  /// Reads a line without its newline.
  ///
  /// - Returns: nil for a line that doesn't begin with ``mark``.
  /// - Throws: ``WireError`` for a line with the mark and no such object behind it.
  package static func read(_ line: ArraySlice<UInt8>) throws(WireError) -> BridgeGreeting? {
    let mark = Self.mark.utf8
    guard line.starts(with: mark) else { return nil }
    let reader = try MessageReader(line.dropFirst(mark.count))
    guard reader.type == type else { throw .malformed("no greeting of a bridge") }
    return try reader.body()
  }
}
