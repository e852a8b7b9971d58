import ArgumentParser
import Glibc
import HeadwaySystem
import SystemPackage
import TestHarness

/// Answers every line after its manner.
final class StandIn {
  enum Manner: String, CaseIterable, ExpressibleByArgument {
    /// Refuses every version, as a later hub does with clients that are too old.
    case newer
    /// Speaks version 1 with fields and messages that aren't known yet.
    case talkative
    /// Says hello in a version that nobody offered.
    case confused
    case silent, garbled, brusque
  }

  private let manner: Manner
  private let listener: FileDescriptor
  private var clients: [FileDescriptor] = []

  init(manner: Manner, listener: FileDescriptor) {
    self.manner = manner
    self.listener = listener
  }

  /// Returns once one listens: a socket is there a moment before.
  static func await(at socket: String) throws {
    try timeUntil("a stand-in") {
      let descriptor = try? UnixSocket.connect(to: socket)
      try? descriptor?.close()
      return descriptor != nil
    }
  }

  func step() {
    var poller = Poller()
    for each in [listener] + clients { poller.watch(each.rawValue, .readable) }
    poller.wait(until: nil)
    for client in clients where poller.readiness(of: client.rawValue).isAny { answer(client) }
    if poller.readiness(of: listener.rawValue).isAny { accept() }
  }

  private func accept() {
    let accepted = Glibc.accept(listener.rawValue, nil, nil)
    if accepted >= 0 { clients.append(FileDescriptor(rawValue: accepted)) }
  }

  private func answer(_ client: FileDescriptor) {
    var heard: [UInt8] = []
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      let count = (try? UnixSocket.receive(into: buffer, from: client)) ?? 0
      heard = Array(buffer[..<count])
    }
    let lines = String(decoding: heard, as: UTF8.self).split(separator: "\n")
    for line in lines { for each in reply(to: line) { say(each, to: client) } }
    if heard.isEmpty || manner == .newer || manner == .brusque { hangUp(client) }
  }

  private func say(_ line: String, to client: FileDescriptor) {
    let bytes = Array(line.utf8) + [0x0A]
    _ = bytes.withUnsafeBytes { try? UnixSocket.send($0, to: client) }
  }

  private func hangUp(_ client: FileDescriptor) {
    try? client.close()
    clients.removeAll { $0 == client }
  }

  private func reply(to line: Substring) -> [String] {
    switch manner {
    case .newer:
      [#"{"type":"error","code":"version","message":"this hub speaks protocol 9; update headway"}"#]
    case .confused: [#"{"type":"hello","version":9,"hub":"headwayd 9.0","pid":1}"#]
    case .garbled: ["\u{1B}]0;x\u{7} \u{FFFD} {{{", "[]", "42"]
    case .silent, .brusque: []
    case .talkative: StandIn.talk(about: line)
    }
  }

  private static func talk(about line: Substring) -> [String] {
    let novelty = #"{"type":"novelty","request":1,"weather":{"now":["sun"]}}"#
    if line.contains(#""hello""#) {
      return [#"{"type":"hello","version":1,"hub":"headwayd 9.0","pid":1,"moods":[1,2]}"#, novelty]
    }
    let request = line.firstMatch(of: /"request":(\d+)/).map { ",\"request\":\($0.1)" } ?? ""
    if line.contains(#""list""#) || line.contains(#""subscribe""#) {
      return [novelty, #"{"type":"snapshotEnd","count":0,"mood":"good"\#(request)}"#]
    }
    if line.contains(#""summary""#) {
      return [novelty, #"{"type":"summary","running":0,"mood":"good"\#(request)}"#]
    }
    return [novelty, #"{"type":"ok","mood":"good"\#(request)}"#]
  }
}
