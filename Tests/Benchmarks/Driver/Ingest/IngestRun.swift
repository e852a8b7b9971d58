import HeadwayModel
import HeadwaySystem

/// Floods a server with workers' updates until it has taken in all of them and its subscriber has
/// every worker's last state.
struct IngestRun {
  struct Result {
    let updates: Int
    let time: Duration
    /// The server's time on a processor.
    let cpuTime: Duration
    let bytesToSubscriber: Int

    var perSecond: Double { Double(updates) / (time / .seconds(1)) }
    var cpuPerUpdate: Duration { cpuTime / updates }
  }

  private let dialect: any Dialect
  private let meter: ProcessMeter
  private var workers: [Worker]
  private let subscriber: LoadSocket
  private var scanner: FinalScanner
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)

  private struct Worker {
    let socket: LoadSocket
    var template: UpdateTemplate
    var batchesLeft: Int
    var next: Int64 = 1_000_000_000
  }

  private static let batch = 64
  private static let patience: Duration = .seconds(120)

  init(dialect: some Dialect, process: CInt, workers count: Int, updates: Int) throws {
    self.dialect = dialect
    meter = ProcessMeter(process: process)
    let batches = max(1, updates / count / Self.batch)
    workers = try (0..<count).map { index in
      let socket = try dialect.connect()
      try dialect.becomeWorker(index, socket)
      let template = UpdateTemplate(count: Self.batch, of: dialect, by: index)
      return Worker(socket: socket, template: template, batchesLeft: batches)
    }
    subscriber = try dialect.connect()
    try dialect.becomeSubscriber(subscriber)
    scanner = FinalScanner(workers: count)
  }

  mutating func perform() throws -> Result {
    defer { buffer.deallocate() }
    let updates = workers.reduce(0) { $0 + $1.batchesLeft * Self.batch }
    let (start, cpuStart) = (SystemClocks.awake, meter.cpuTime)
    while workers.contains(where: { $0.batchesLeft > 0 }) {
      if try !sendRound() { waitForRoom(since: start) }
      try hear()
    }
    for worker in workers { try worker.socket.send(dialect.barrier) }
    for worker in workers {
      try awaitBarrier(worker.socket, until: start + Self.patience)
    }
    try awaitFinals(until: SystemClocks.awake + .seconds(5))
    return Result(
      updates: updates, time: SystemClocks.awake - start, cpuTime: meter.cpuTime - cpuStart,
      bytesToSubscriber: scanner.byteCount)
  }

  /// A batch of every worker whose socket takes it; whether any did.
  private mutating func sendRound() throws -> Bool {
    var sentAny = false
    for index in workers.indices where workers[index].batchesLeft > 0 {
      try workers[index].socket.flush()
      guard workers[index].socket.isClear else { continue }
      try sendBatch(index)
      sentAny = true
    }
    return sentAny
  }

  private mutating func sendBatch(_ index: Int) throws {
    workers[index].template.number(from: workers[index].next)
    workers[index].next += Int64(Self.batch)
    workers[index].batchesLeft -= 1
    if workers[index].batchesLeft == 0 {
      workers[index].template.setLast(UpdateTemplate.final(index))
    }
    try workers[index].socket.send(workers[index].template.bytes)
  }

  private func waitForRoom(since start: AwakeTime) {
    var poller = Poller()
    poller.watch(subscriber.descriptor, .readable)
    for worker in workers where worker.batchesLeft > 0 {
      poller.watch(worker.socket.descriptor, .writable)
    }
    poller.wait(until: start + Self.patience)
  }

  private mutating func hear() throws {
    while true {
      let count = try subscriber.receive(into: buffer)
      guard count > 0 else { return }
      scanner.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private mutating func awaitBarrier(_ socket: LoadSocket, until deadline: AwakeTime) throws {
    var seen: [UInt8] = []
    while !seen.contains(dialect.barrierAnswer) {
      guard SystemClocks.awake < deadline else {
        throw BenchmarkError("\(dialect.name) doesn't keep up")
      }
      var poller = Poller()
      poller.watch(socket.descriptor, socket.isClear ? .readable : [.readable, .writable])
      poller.watch(subscriber.descriptor, .readable)
      poller.wait(until: deadline)
      try socket.flush()
      try hear()
      let count = try socket.receive(into: buffer)
      seen += buffer[..<count]
    }
  }

  private mutating func awaitFinals(until deadline: AwakeTime) throws {
    while !scanner.isComplete {
      guard SystemClocks.awake < deadline else {
        throw BenchmarkError("\(dialect.name) lost a worker's last state")
      }
      var poller = Poller()
      poller.watch(subscriber.descriptor, .readable)
      poller.wait(until: deadline)
      try hear()
    }
  }
}
