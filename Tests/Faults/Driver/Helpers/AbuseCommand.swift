import ArgumentParser
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// How a client asks for more than its share.
enum Abuse: String, CaseIterable, ExpressibleByArgument, Sendable {
  /// Asks for the live list as fast as the socket takes it, and reads nothing.
  case list
  /// Asks for the live list again and again, and reads it all.
  case readList
  /// Asks for the summary, and reads nothing.
  case summary
  /// Updates that wait for the record, as fast as they are answered.
  case durable
  /// Lines that are JSON and no message.
  case malformed
  /// A monitor with the first 200 tasks in view, which reads all.
  case monitor

  var reads: Bool { self != .list && self != .summary }

  /// The requests of one write; nil for one that asks once.
  var burst: Int? { self == .monitor ? nil : 2000 }
}

/// Clients that ask for more than their share, until a file named `enough` appears.
struct AbuseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "abuse", shouldDisplay: false)

  @Option(name: .long) var kind: Abuse
  @Option(name: .long) var connections: Int

  mutating func run() throws {
    let paths = try HeadwayPaths.resolve()
    let clients = try (0..<connections).map { try AbusiveClient(kind, number: $0, paths) }
    try touch("abused")
    while !exists("enough") {
      var poller = Poller()
      for client in clients { client.watch(&poller) }
      poller.wait(until: SystemClocks.awake + .milliseconds(20))
      for client in clients { client.step() }
    }
  }
}

private final class AbusiveClient {
  private let kind: Abuse
  private let connection: HubConnection
  private let lines: [UInt8]

  init(_ kind: Abuse, number: Int, _ paths: HeadwayPaths) throws {
    self.kind = kind
    connection = try HubConnection(to: paths, mayStart: false)
    connection.send(ClientHello(role: kind == .durable ? .worker : .monitor))
    let key = TaskKey(high: 77, low: UInt64(number))
    lines = Self.lines(kind, key)
    switch kind {
    case .durable:
      connection.send(Array(#"{"type":"begin","key":"\#(key)","title":"d"}"#.utf8) + [10])
    case .monitor:
      let view = (0..<200).map { "\"\(TaskKey(high: 34, low: UInt64($0)))\"" }.joined(
        separator: ",")
      connection.send(
        Array(#"{"type":"subscribe","steps":true,"view":[\#(view)]}"#.utf8) + [10])
    case .list, .readList, .summary, .malformed: break
    }
  }

  private static func lines(_ kind: Abuse, _ key: TaskKey) -> [UInt8] {
    let line =
      switch kind {
      case .list, .readList: #"{"type":"list","request":7}"#
      case .summary: #"{"type":"summary","request":7}"#
      case .durable: #"{"type":"update","task":"\#(key)","completed":5,"request":7}"#
      case .malformed: #"{"type":"cancel","request":7,"tusk":[1,2,{"three":null}],"force":"no"}"#
      case .monitor: ""
      }
    return Array(repeating: Array(line.utf8) + [10], count: kind.burst ?? 0).flatMap { $0 }
  }

  func watch(_ poller: inout Poller) {
    let wants: Readiness =
      connection.wantsWrite ? (kind.reads ? [.readable, .writable] : .writable) : .readable
    poller.watch(connection.descriptor, wants)
  }

  func step() {
    if kind.reads { _ = try? connection.receiveLines() }
    if connection.wantsWrite { connection.flush() }
    if !connection.wantsWrite, !lines.isEmpty { connection.send(lines) }
  }
}
