/// The status that a terminal is told by the Program Status Protocol (OSC 7501, revision 0.4), and
/// the instants at which to tell it. The type reads no clock.
///
/// Only changes are told. The terminal is asked first, with ``query``. A terminal that doesn't answer
/// is told nothing.
///
/// ```swift
/// var status = TerminalStatus()
/// status.records["", default: .init()] = TerminalStatus.Record(.working, percent: 40)
/// if let bytes = status.next(now: now) { terminal.write(bytes) }
/// ```
public struct TerminalStatus: Sendable {
  /// The record of one piece of work.
  public struct Record: Hashable, Sendable {
    /// The state.
    public var state: ProgramState
    /// The progress in percent, 0 to 100; nil if unknown.
    public var percent: Int?
    /// The title; nil for none.
    public var title: SanitisedText?
    /// The line for a person; nil for none.
    public var message: SanitisedText?

    /// Makes a record.
    public init(
      _ state: ProgramState, percent: Int? = nil, title: SanitisedText? = nil,
      message: SanitisedText? = nil
    ) {
      (self.state, self.percent, self.title, self.message) = (state, percent, title, message)
    }
  }

  /// The bytes that ask a terminal whether it knows the protocol. A terminal that does answers with
  /// the same bytes.
  public static let query = Array("\u{1B}]7501;?\u{1B}\\".utf8)
  /// The terminals that are known to show the status, by a part of their names in lower case.
  public static let terminals = ["ghostty", "iterm", "contour"]
  /// The shortest time between two messages.
  public static let pause: Duration = .milliseconds(250)
  /// The largest number of records, the root among them. Terminals keep 64 at least.
  public static let recordLimit = 64

  /// The records by their ids: one segment of `[A-Za-z0-9_.+-]` each, and the root with an empty id.
  public var records: [String: Record] = [:]
  private var said: [String: Record] = [:]
  private var saidAt: AwakeTime?

  /// Makes the status of a terminal that was told nothing.
  public init() {}

  /// The instant at which ``next(now:)`` is due; nil if there is nothing to tell.
  public var deadline: AwakeTime? {
    if records == said { return nil }
    return saidAt.map { $0 + Self.pause } ?? .origin
  }

  /// Returns the bytes to write now, if any.
  public mutating func next(now: AwakeTime) -> [UInt8]? {
    guard let deadline, now >= deadline else { return nil }
    saidAt = now
    let gone = said.keys.filter { records[$0] == nil }.sorted()
    let changed = records.filter { said[$0.key] != $0.value }.sorted { $0.key < $1.key }
    said = records
    // A clear of the root takes every record with it, so all that remain are told again.
    guard !gone.contains("") else {
      return Self.cleared + records.sorted { $0.key < $1.key }.flatMap { Self.bytes($0, $1) }
    }
    return gone.flatMap { Self.bytes(of: ["state=clear", "id=\($0)"]) }
      + changed.flatMap { Self.bytes($0, $1) }
  }

  /// Returns the bytes that take everything back, if anything was told.
  public mutating func clear() -> [UInt8]? {
    guard !said.isEmpty else { return nil }
    (said, saidAt) = ([:], nil)
    return Self.cleared
  }

  /// The bytes that take everything back.
  public static let cleared = bytes(of: ["state=clear"])

  private static func bytes(_ id: String, _ record: Record) -> [UInt8] {
    var pairs = record.state.pairs
    if id.isEmpty { pairs.append("app=headway") } else { pairs.append("id=\(id)") }
    if let percent = record.percent, record.state == .working || record.state.isBlocked {
      pairs.append("progress=\(percent)")
    }
    if let title = record.title { pairs.append("title=\(base64(title, limit: 192))") }
    if let message = record.message { pairs.append("msg=\(base64(message, limit: 2048))") }
    return bytes(of: pairs)
  }

  private static func bytes(of pairs: [String]) -> [UInt8] {
    Array("\u{1B}]7501;\(pairs.joined(separator: ":"))\u{1B}\\".utf8)
  }

  /// The text in base64 (RFC 4648), cut so that it has at most `limit` bytes before.
  private static func base64(_ text: SanitisedText, limit: Int) -> String {
    var bytes: [UInt8] = []
    for scalar in text.string.unicodeScalars {
      let encoded = Array(String(scalar).utf8)
      guard bytes.count + encoded.count <= limit else { break }
      bytes += encoded
    }
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var encoded: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let three = (0..<3).map { start + $0 < bytes.count ? UInt32(bytes[start + $0]) : 0 }
      let bits = three[0] << 16 | three[1] << 8 | three[2]
      let used = min(4, bytes.count - start + 1)
      for place in 0..<4 {
        encoded.append(
          place < used
            ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 0x3F)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension ProgramState {
  /// The pairs that say the state on the wire of the protocol.
  fileprivate var pairs: [String] {
    switch self {
    case .working, .idle, .blocked, .done, .error: ["state=\(rawValue)"]
    case .permission, .question, .signIn: ["state=blocked", "kind=\(rawValue)"]
    }
  }
}
