import Glibc
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Histogram
import SystemPackage

/// Workers, subscribers and visitors of one hub, driven from one thread at a millisecond's grain.
/// An update's number is the microsecond at which it was sent.
final class LoadGenerator {
  let plan: LoadPlan
  private let dialect: HeadwayDialect
  private let workers: [LoadWorker]
  private var subscribers: [LoadSubscriber]
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
  private let started = SystemClocks.awake
  private var nextSerial: Int
  private var nextTask = 0
  private var replaced = 0
  private var visited = 0
  private(set) var killCount = 0
  private var lastKill = SystemClocks.awake
  private var tick = 0

  init(_ plan: LoadPlan, socket path: String) {
    self.plan = plan
    let dialect = HeadwayDialect(path: path)
    self.dialect = dialect
    let size = plan.tasksPerConnection
    workers = stride(from: 0, to: plan.tasks, by: size).map { first in
      let serials = first + 1..<min(first + size, plan.tasks) + 1
      return LoadWorker(dialect: dialect, serials: serials)
    }
    nextSerial = plan.tasks + 1
    let paces =
      Array(repeating: LoadSubscriber.Pace.prompt, count: plan.subscribers)
      + Array(repeating: .slow, count: plan.slowSubscribers)
      + Array(repeating: .stopped, count: plan.stoppedSubscribers)
    subscribers = paces.map { LoadSubscriber(dialect: dialect, pace: $0) }
  }

  deinit { buffer.deallocate() }

  var sentCount: Int { workers.reduce(0) { $0 + $1.sentCount } }
  var reconnectCount: Int { workers.reduce(0) { $0 + $1.reconnectCount } }
  var beganCount: Int { nextSerial - 1 }
  var visitorCount: Int { visited }
  var changeCount: Int { subscribers.reduce(0) { $0 + $1.changeCount } }

  /// Of all prompt subscribers, in microseconds, since they were last forgotten.
  var latencies: Histogram<UInt64> {
    var all = Histogram<UInt64>(
      highestTrackableValue: 100_000_000, numberOfSignificantValueDigits: .three)
    for subscriber in subscribers { all.add(subscriber.latencies) }
    return all
  }

  func addStoppedSubscriber() {
    subscribers.append(LoadSubscriber(dialect: dialect, pace: .stopped))
  }

  func forgetLatencies() { subscribers.forEach { $0.forgetLatencies() } }

  /// Until every worker has its connection: a crowd is more than a backlog holds.
  func gather(within limit: Duration) throws {
    let deadline = SystemClocks.awake + limit
    while !workers.allSatisfy(\.isConnected) {
      guard SystemClocks.awake < deadline else { throw BenchmarkError("the hub takes no more") }
      workers.forEach { $0.lookAfter(buffer) }
      hear()
      usleep(5000)
    }
  }

  /// Goes on for `time`.
  func run(for time: Duration) {
    let start = SystemClocks.awake
    var done = 0.0
    while case let elapsed = SystemClocks.awake - start, elapsed < time {
      let due = (elapsed / .seconds(1)) * Double(plan.updatesPerSecond)
      while done < due {
        reportNext()
        done += 1
      }
      hear()
      everySoOften()
      usleep(1000)
    }
  }

  func endAll() { workers.forEach { $0.endAll() } }

  private var number: Int64 {
    1_000_000_000 + Int64((SystemClocks.awake - started) / .microseconds(1))
  }

  private func reportNext() {
    let size = plan.tasksPerConnection
    workers[nextTask / size].report(number, of: nextTask % size)
    nextTask = (nextTask + 1) % plan.tasks
  }

  private func hear() {
    let now = number
    for subscriber in subscribers { subscriber.step(buffer, number: now) }
  }

  private func everySoOften() {
    tick += 1
    if tick % 100 == 0 {
      subscribers.forEach { $0.sip(buffer) }
      workers.forEach { $0.lookAfter(buffer) }
      replaceTasks()
      for _ in 0..<plan.visitors / 10 { visit() }
    }
    if let every = plan.killEvery, SystemClocks.awake - lastKill >= every { killHub() }
  }

  /// As many as have lived long enough by now.
  private func replaceTasks() {
    guard let life = plan.taskLife else { return }
    let elapsed = SystemClocks.awake - started
    let due = Int((elapsed / life) * Double(plan.tasks))
    while replaced < due {
      let place = replaced % plan.tasks
      workers[place / plan.tasksPerConnection].replace(
        place % plan.tasksPerConnection, by: nextSerial)
      nextSerial += 1
      replaced += 1
    }
  }

  /// Greets and goes; every other without a word.
  private func visit() {
    guard let socket = try? dialect.connect() else { return }
    visited += 1
    if visited % 2 == 0 { try? socket.send(dialect.hello(as: .command)) }
  }

  private func killHub() {
    lastKill = SystemClocks.awake
    guard let socket = try? dialect.connect(),
      let peer = try? UnixSocket.peer(of: FileDescriptor(rawValue: socket.descriptor))
    else { return }
    kill(peer.pid, SIGKILL)
    killCount += 1
  }
}

extension Histogram<UInt64> {
  /// The 99th percentile of microseconds, in milliseconds.
  var p99: Double { Double(valueAtPercentile(99)) / 1000 }
}
