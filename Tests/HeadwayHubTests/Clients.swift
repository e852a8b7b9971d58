import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import SystemPackage
import TestSupport
import Testing

/// A client that says exactly what the test says, and reads when the test reads.
final class RawClient {
  private let descriptor: FileDescriptor
  private var framer = LineFramer()
  private(set) var byteCount = 0
  private(set) var isOver = false

  init(_ paths: HeadwayPaths, hello: Bool = true) throws {
    descriptor = try Self.connect(to: paths.socket)
    if hello { try send(#"{"type":"hello","versions":[1],"role":"monitor"}"#) }
  }

  deinit { try? descriptor.close() }

  /// A full backlog means: again.
  private static func connect(to path: String) throws -> FileDescriptor {
    var connected: FileDescriptor?
    try eventually("room in the backlog") {
      do throws(SystemError) {
        connected = try UnixSocket.connect(to: path)
      } catch {
        guard error.errno == .resourceTemporarilyUnavailable else { throw error }
      }
      return connected != nil
    }
    return try #require(connected)
  }

  func send(_ line: String) throws { try sendBytes(Array(line.utf8) + [0x0A]) }

  /// False when the hub hung up.
  @discardableResult
  func sendBytes(_ bytes: [UInt8]) throws -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent: Int?
      do {
        sent = try rest.withUnsafeBytes { try UnixSocket.send($0, to: descriptor) }
      } catch {
        return false
      }
      if let sent { rest = rest.dropFirst(sent) } else { usleep(500) }
    }
    return true
  }

  /// What has arrived by now.
  func arrived() throws -> [HubMessage] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !isOver {
      let count: Int?
      do {
        count = try chunk.withUnsafeMutableBytes {
          try UnixSocket.receive(into: $0, from: descriptor)
        }
      } catch {
        count = 0
      }
      guard let count else { break }
      if count == 0 { isOver = true }
      byteCount += count
      framer.append(chunk[..<count])
    }
    var messages: [HubMessage] = []
    while let line = try framer.next() {
      messages.append(try HubMessage(line: line))
    }
    return messages
  }

  /// The first message that `pick` takes.
  func first<Answer>(_ what: String, _ pick: (HubMessage) -> Answer?) throws -> Answer {
    var answer: Answer?
    try eventually(what) {
      for message in try arrived() where answer == nil { answer = pick(message) }
      return answer != nil
    }
    return try #require(answer)
  }
}

/// A subscriber's picture of the hub, kept up to date as a monitor does.
final class Picture {
  let link: MonitorLink
  private(set) var tasks: [TaskKey: TaskSnapshot] = [:]
  private(set) var isWhole = false
  /// How often each was told of whole, after the snapshot.
  private(set) var changes: [TaskKey: Int] = [:]
  private(set) var steps: [TaskKey: Int] = [:]
  private(set) var saidGoodbye = false

  init(_ paths: HeadwayPaths, view: [TaskKey]? = nil) throws {
    link = MonitorLink(
      paths: paths, subject: view == nil ? .everyTask : .tasks, mayStartHub: false)
    if let view { link.setInterest(view) }
    try eventually("a whole snapshot") {
      step()
      return isWhole
    }
  }

  func step() {
    for event in link.step(now: SystemClocks.awake) {
      switch event {
      case .changed(let task):
        tasks[task.key] = task
        if isWhole { changes[task.key, default: 0] += 1 }
      case .stepped(let steps):
        for step in steps {
          tasks[step.key] = tasks[step.key]?.taking(step)
          self.steps[step.key, default: 0] += 1
        }
      case .removed(let key): tasks[key] = nil
      case .snapshotEnded: isWhole = true
      case .disconnected(let saidGoodbye): self.saidGoodbye = saidGoodbye
      case .connected, .silenced, .unreachable, .greeted, .failing, .resumed, .requestFailed,
        .summary, .told,
        .settingsChanged:
        break
      }
    }
  }

  func wait(for key: TaskKey, _ what: String, until: (TaskSnapshot) -> Bool) throws {
    try eventually(what) {
      step()
      return tasks[key].map(until) ?? false
    }
  }
}

extension WorkerLink {
  /// Steps until `condition` holds, and returns the orders that came.
  @discardableResult
  func step(until what: String, _ condition: () -> Bool) throws -> [WorkerOrder] {
    var orders: [WorkerOrder] = []
    try eventually(what) {
      orders += step(now: SystemClocks.awake)
      return condition()
    }
    return orders
  }
}

extension CommandClient {
  /// Begins a task and returns its number.
  @discardableResult
  func begin(
    _ key: TaskKey, _ title: SanitisedText = "Export",
    _ adjust: (inout TaskDescription) -> Void = { _ in }
  ) throws -> TaskNumber {
    var task = TaskDescription(key: key, title: title)
    adjust(&task)
    return try ask(BeginMessage(task, WorkerReport(), request: nextRequest())) { message in
      if case .begun(let begun) = message, begun.key == key { begun.number } else { nil }
    }
  }

  @discardableResult
  func end(_ key: TaskKey, _ ending: TaskEnding = TaskEnding(reason: .completed)) throws
    -> TaskEnding
  {
    try ask(EndMessage(task: .key(key), ending, request: nextRequest())) { message in
      if case .ended(let ended) = message, ended.key == key { ended.ending } else { nil }
    }
  }

  /// Reports, and waits until the record has it.
  func update(_ key: TaskKey, _ report: WorkerReport) throws {
    let request = nextRequest()
    try ask(UpdateMessage(task: .key(key), report, request: request)) { message in
      if case .ok(let done) = message, done.request == request { () } else { nil }
    }
  }
}
