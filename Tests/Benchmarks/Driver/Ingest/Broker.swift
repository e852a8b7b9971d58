import Glibc
import HeadwayModel
import HeadwaySystem

/// A peer's server, started for one run.
struct Broker {
  private let dialect: any Dialect
  private let process: CInt

  /// Debian's mosquitto on a Unix socket; nothing on disk.
  static func mosquitto(_ bench: Bench, _ round: Int) throws -> Broker {
    let socket = "\(bench.directory)/mosquitto\(round).sock"
    let configuration = "\(bench.directory)/mosquitto\(round).conf"
    try write(
      "listener 0 \(socket)\nallow_anonymous true\nlog_type error\nuser root\n"
        + "max_queued_messages 0\nmax_queued_bytes 0\n", to: configuration)
    return try Broker(
      MQTTDialect(path: socket), ["/usr/sbin/mosquitto", "-c", configuration])
  }

  /// Debian's nats-server on loopback: it has no Unix sockets.
  static func nats(_ bench: Bench, _ round: Int) throws -> Broker {
    let port = UInt16(24222 + round)
    return try Broker(
      NATSDialect(port: port),
      ["/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", String(port), "-l", "/dev/null"])
  }

  private init(_ dialect: some Dialect, _ command: [String]) throws {
    try Processor.pin(to: Processor.servers)
    self.dialect = dialect
    process = try Child(command: command).start()
    try Processor.pin(to: Processor.drivers)
    try awaitListening()
  }

  func measure(workers: Int, updates: Int) throws -> IngestRun.Result {
    var run = try IngestRun(
      dialect: dialect, process: process, workers: workers, updates: updates)
    return try run.perform()
  }

  func stop() {
    kill(process, SIGKILL)
    _ = Child.wait(for: process)
  }

  private func awaitListening() throws {
    let deadline = SystemClocks.awake + .seconds(10)
    while (try? dialect.connect()) == nil {
      guard SystemClocks.awake < deadline else {
        stop()
        throw BenchmarkError("\(dialect.name) doesn't listen")
      }
      usleep(10_000)
    }
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw BenchmarkError("can't write \(path)") }
    fputs(text, file)
    fclose(file)
  }
}
