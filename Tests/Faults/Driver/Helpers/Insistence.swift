import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestHarness

/// A worker's conversation that outlives hubs: what wasn't acknowledged is said again to the next
/// one. A later hub is told of the task, but not of its progress: that is for the record to know.
final class Insistence {
  private let paths: HeadwayPaths
  private var client: CommandClient?
  private var task: TaskDescription?
  /// What the hub told this task to do.
  private(set) var order: CancelOrder?
  private(set) var isAsked = false

  private static let patience: Duration = .seconds(60)

  init(paths: HeadwayPaths) { self.paths = paths }

  func begin(_ task: TaskDescription) throws -> TaskNumber {
    (self.task, order, isAsked) = (nil, nil, false)
    let number = try insist { try self.sayBegin(task, to: $0) }
    self.task = task
    return number
  }

  /// False where the hub refused, as what was asked for is no longer possible.
  @discardableResult
  func ask(_ body: (_ request: Int) -> some MessageBody) throws -> Bool {
    try insist { client in
      let request = client.nextRequest()
      do throws(LinkError) {
        try client.ask(body(request)) { self.take($0) { $0.isDone(request) } }
        return true
      } catch {
        if case .refused = error { return false }
        throw error
      }
    }
  }

  func end(_ key: TaskKey, _ ending: TaskEnding) throws {
    try insist { client in
      let request = client.nextRequest()
      try client.ask(EndMessage(task: .key(key), ending, request: request)) { message in
        if case .ended(let ended) = message, ended.request == request { () } else { nil }
      }
    }
    task = nil
  }

  /// Takes what the hub has to say meanwhile; comes back to the next one.
  func listen(for time: Duration) {
    guard let client = try? connected() else {
      usleep(1000)
      return
    }
    do {
      try client.first(within: time) { message -> Never? in
        _ = take(message) { _ in nil as Void? }
        return nil
      }
    } catch {
      if error != .hubSilent { self.client = nil }
    }
  }

  private func insist<Answer>(_ body: (CommandClient) throws -> Answer) throws -> Answer {
    let deadline = SystemClocks.awake + Self.patience
    while SystemClocks.awake < deadline {
      do {
        return try body(try connected())
      } catch let error as LinkError {
        if case .refused = error { throw error }
        client = nil
        usleep(1000)
      }
    }
    throw HarnessError("no hub took it in \(Self.patience.shown)")
  }

  private func connected() throws -> CommandClient {
    if let client { return client }
    let new = try CommandClient(paths, role: .worker, start: .never)
    if let task { _ = try sayBegin(task, to: new) }
    client = new
    return new
  }

  private func sayBegin(_ task: TaskDescription, to client: CommandClient) throws -> TaskNumber {
    let message = BeginMessage(task, WorkerReport(), request: client.nextRequest())
    return try client.ask(message) { message in
      self.take(message) { message in
        if case .begun(let begun) = message, begun.key == task.key { begun.number } else { nil }
      }
    }
  }

  private func take<Answer>(_ message: HubMessage, _ pick: (HubMessage) -> Answer?) -> Answer? {
    if case .cancel(let notice) = message { order = notice.order }
    if case .question = message { isAsked = true }
    return pick(message)
  }
}

extension HubMessage {
  fileprivate func isDone(_ request: Int) -> Void? {
    if case .ok(let done) = self, done.request == request { () } else { nil }
  }
}
