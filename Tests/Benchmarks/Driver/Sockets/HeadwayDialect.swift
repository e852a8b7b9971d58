import HeadwayModel
import HeadwayWire

/// The hub's own protocol: HeadwayWire.docc/Protocol.md.
struct HeadwayDialect: Dialect {
  let name = "headwayd"
  let path: String
  /// The task that barriers are about; its connection need not be theirs.
  private let barrierTask = workerKey(0)

  init(path: String) { self.path = path }

  func connect() throws -> LoadSocket { try .unix(path) }

  func becomeWorker(_ index: Int, _ socket: LoadSocket) throws {
    try greet(socket, as: .worker)
    try begin(index, socket)
    try socket.await("\"begun\"")
  }

  /// Without waiting for the answer.
  func begin(_ index: Int, completed: Int64 = 0, _ socket: LoadSocket) throws {
    guard let key = TaskKey(workerKey(index)) else { return }
    var report = WorkerReport()
    report.reading = ProgressReading(
      completed: completed, total: UpdateTemplate.total, unit: "files")
    let task = TaskDescription(key: key, title: SanitisedText("Workload \(index)"))
    try socket.send(line(BeginMessage(task, report, request: 1)))
  }

  func greet(_ socket: LoadSocket, as role: ClientRole) throws {
    try socket.send(hello(as: role))
    try socket.await("\"hello\"")
  }

  func hello(as role: ClientRole) -> [UInt8] { line(ClientHello(role: role)) }

  var subscription: [UInt8] { line(SubscribeMessage(view: nil)) }

  /// Task `index` completes.
  func end(_ index: Int) -> [UInt8] {
    guard let key = TaskKey(workerKey(index)) else { return [] }
    return line(EndMessage(task: .key(key), TaskEnding(reason: .completed), request: 2))
  }

  func becomeSubscriber(_ socket: LoadSocket) throws {
    try greet(socket, as: .monitor)
    try socket.send(line(SubscribeMessage(view: nil, request: 1)))
    try socket.await("\"snapshotEnd\"")
  }

  func publication(_ payload: [UInt8], by index: Int) -> [UInt8] {
    payload + [UInt8(ascii: "\n")]
  }

  var barrier: [UInt8] { line(SummaryRequest(request: 77)) }
  var barrierAnswer: [UInt8] { Array("\"summary\"".utf8) }

  private func line(_ body: some MessageBody) -> [UInt8] { body.line() ?? [] }
}
