import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// A worker's connection and its tasks: what a library would send, without the library.
final class LoadWorker {
  private let dialect: HeadwayDialect
  private var socket: LoadSocket?
  private var tasks: [Task]
  private(set) var sentCount = 0
  /// Connections that were made again.
  private(set) var reconnectCount = -1

  private struct Task {
    var serial: Int
    var template: UpdateTemplate
    var last: Int64 = 0
  }

  init(dialect: HeadwayDialect, serials: Range<Int>) {
    self.dialect = dialect
    tasks = serials.map { Task(serial: $0, template: UpdateTemplate(tasks: $0..<$0 + 1)) }
    tryConnect()
  }

  var isConnected: Bool { socket != nil }

  /// One update of the task at `place`, unless an earlier one still waits: it is superseded.
  func report(_ number: Int64, of place: Int) {
    guard let socket, socket.isClear else { return flush() }
    tasks[place].template.number(from: number)
    tasks[place].last = number
    attempt { try socket.send(tasks[place].template.bytes) }
    sentCount += 1
  }

  /// The task at `place` completes, and a new one takes its turn.
  func replace(_ place: Int, by serial: Int) {
    guard let socket else { return }
    attempt { try socket.send(dialect.end(tasks[place].serial)) }
    tasks[place] = Task(serial: serial, template: UpdateTemplate(tasks: serial..<serial + 1))
    attempt { try dialect.begin(serial, socket) }
  }

  func endAll() {
    for task in tasks { attempt { try socket?.send(dialect.end(task.serial)) } }
    attempt { try socket?.drain(within: .seconds(5)) }
  }

  /// Reads answers away; connects again, and says all again, where the hub has gone.
  func lookAfter(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let socket else { return tryConnect() }
    attempt { while try socket.receive(into: buffer) > 0 {} }
  }

  private func flush() { attempt { try socket?.flush() } }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { socket = nil }
  }

  private func tryConnect() {
    guard let new = try? dialect.connect() else { return }
    socket = new
    reconnectCount += 1
    attempt {
      try new.send(dialect.hello(as: .worker))
      for task in tasks { try dialect.begin(task.serial, completed: task.last, new) }
    }
  }
}
