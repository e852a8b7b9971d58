import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import SystemPackage
import TestSupport
import TestHarness

/// A client that says exactly what the row says, and reads when the row reads.
final class RawClient {
  private let descriptor: FileDescriptor
  private var framer = LineFramer()
  private(set) var isOver = false

  static let hello = #"{"type":"hello","versions":[1],"role":"worker"}"#

  /// A full backlog means: again.
  init(_ paths: HeadwayPaths, hello: String? = RawClient.hello) throws {
    descriptor = try eventually("a place in the backlog") {
      do throws(SystemError) {
        return try UnixSocket.connect(to: paths.socket)
      } catch {
        guard error.errno == .resourceTemporarilyUnavailable else { throw error }
        return nil
      }
    }
    if let hello { send(hello) }
  }

  deinit { try? descriptor.close() }

  @discardableResult
  func send(_ line: String) -> Bool { send(bytes: Array(line.utf8) + [0x0A]) }

  /// False when the hub hung up, or takes nothing for a while.
  @discardableResult
  func send(bytes: [UInt8], within limit: Duration = .seconds(10)) -> Bool {
    var rest = bytes[...]
    let deadline = SystemClocks.awake + limit
    while !rest.isEmpty {
      let sent: Int?
      do {
        sent = try rest.withUnsafeBytes { try UnixSocket.send($0, to: descriptor) }
      } catch {
        return false
      }
      if let sent { rest = rest.dropFirst(sent) } else { usleep(500) }
      if SystemClocks.awake > deadline { return false }
    }
    return true
  }

  /// What has arrived by now.
  func arrived() throws -> [HubMessage] {
    try receive()
    var messages: [HubMessage] = []
    while let line = try framer.next() {
      messages.append(try HubMessage(line: line))
    }
    return messages
  }

  /// Whether the hub has hung up; what it said before is kept.
  func hasBeenDropped() throws -> Bool {
    try receive()
    return isOver
  }

  /// The first message that `pick` takes; nil when the hub hangs up first.
  func first<Answer>(
    _ what: String, within limit: Duration = .seconds(10), _ pick: (HubMessage) -> Answer?
  ) throws -> Answer? {
    var answer: Answer?
    try timeUntil(what, within: limit) {
      for message in try arrived() where answer == nil { answer = pick(message) }
      return answer != nil || isOver
    }
    return answer
  }

  /// Of the task whose begin was sent; nil where it is refused.
  func begunNumber() throws -> Int? {
    let answer = try first("begun") { (message: HubMessage) -> Int? in
      switch message {
      case .begun(let begun): begun.number.value
      case .error: 0
      default: nil
      }
    }
    return answer == 0 ? nil : answer
  }

  private func receive() throws {
    while !isOver {
      let count: Int? = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
        do {
          let count = try UnixSocket.receive(into: buffer, from: descriptor)
          if let count { framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
          return count
        } catch {
          return 0
        }
      }
      guard let count else { return }
      isOver = count == 0
    }
  }
}
