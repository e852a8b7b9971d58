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
  /// The start of the greeting.
  package static let mark = word + "1 "
  private static let word = "headway-connect "
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
  /// A startup file may have written a text without a newline before the greeting.
  ///
  /// - Returns: nil for a line without ``mark``.
  /// - Throws: ``WireError`` for a line with the mark and no such object behind it.
  package static func read(_ line: ArraySlice<UInt8>) throws(WireError) -> BridgeGreeting? {
    guard let rest = rest(of: line, behind: mark) else { return nil }
    let reader = try MessageReader(rest)
    guard reader.type == type else { throw .malformed("no greeting of a bridge") }
    return try reader.body()
  }

  /// The version of a bridge that isn't this one, read from its greeting. Nil for another line.
  package static func otherVersion(_ line: ArraySlice<UInt8>) -> Int? {
    guard let rest = rest(of: line, behind: word) else { return nil }
    let digits = rest.prefix(9).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// The part of a line behind the first `mark`. Nil without a mark.
  private static func rest(of line: ArraySlice<UInt8>, behind mark: String) -> ArraySlice<UInt8>? {
    let mark = Array(mark.utf8)
    var place = line.startIndex
    while let start = line[place...].firstIndex(of: mark[0]) {
      if line[start...].starts(with: mark) { return line[(start + mark.count)...] }
      place = start + 1
    }
    return nil
  }
}
