import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// Sends on time what is due, and says how much the hub took.
struct Flood {
  private let connection: HubConnection
  private let ledger: Ledger
  private let keys: [TaskKey]
  private let rate: Int
  private let start = SystemClocks.awake
  private var sentCount = 0
  private var notedCount = 0
  private var lastNote = SystemClocks.awake

  init(paths: HeadwayPaths, ledger: Ledger, taskCount: Int, rate: Int) throws {
    self.ledger = ledger
    self.rate = rate
    connection = try HubConnection(to: paths, mayStart: false)
    var dice = SystemRandomNumberGenerator()
    keys = (0..<taskCount).map { _ in .random(using: &dice) }
    connection.send(ClientHello(role: .worker))
    for key in keys {
      let task = TaskDescription(key: key, title: "flood")
      connection.send(BeginMessage(task, WorkerReport()))
    }
  }

  mutating func step() {
    let due = Int((SystemClocks.awake - start) / .microseconds(1)) * rate / 1_000_000
    var lines: [UInt8] = []
    while sentCount < due, lines.count < 60_000, !connection.wantsWrite {
      lines += line(sentCount)
      sentCount += 1
    }
    if !lines.isEmpty { connection.send(lines) }
    var poller = Poller()
    poller.watch(connection.descriptor, connection.wantsWrite ? [.readable, .writable] : .readable)
    poller.wait(until: SystemClocks.awake + .milliseconds(1))
    connection.flush()
    _ = try? connection.receiveLines()
    noteRate()
  }

  func finish() {
    while connection.wantsWrite { connection.flush() }
    for (index, key) in keys.enumerated() {
      ledger.note("final", key.description, "\(value(of: index, after: sentCount))")
    }
  }

  private func line(_ index: Int) -> [UInt8] {
    let key = keys[index % keys.count]
    return Array(#"{"type":"update","task":"\#(key)","completed":\#(index / keys.count + 1)}"#.utf8)
      + [0x0A]
  }

  private func value(of index: Int, after count: Int) -> Int {
    (count + keys.count - 1 - index) / keys.count
  }

  private mutating func noteRate() {
    let passed = SystemClocks.awake - lastNote
    guard passed >= .seconds(1) else { return }
    ledger.note("rate", "\(Int(Double(sentCount - notedCount) / (passed / .seconds(1))))")
    (notedCount, lastNote) = (sentCount, SystemClocks.awake)
  }
}
