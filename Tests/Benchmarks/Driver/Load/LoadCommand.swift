import ArgumentParser
import Glibc
import HeadwayModel
import HeadwaySystem

/// `headway-benchmarks load`: workers, subscribers, visitors and kills against one hub, for as long
/// as is asked.
struct LoadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load", abstract: "Put a load on a hub of its own, and print what it costs.")

  @Option(help: "The program headway, as it is installed.")
  var headway: String

  @Option(help: "An empty folder for the hub and its record.")
  var directory: String

  @Option(help: "A hub that runs already: its socket. It isn't killed, nor stopped at the end.")
  var socket: String?

  @Option(help: "Running tasks.")
  var tasks = 1000

  @Option(help: "Updates of each task a second.")
  var rate = 10

  @Option(help: "Tasks that share a connection.")
  var tasksPerConnection = 1

  @Option(help: "Seconds that a task lives before another takes its place; 0: for ever.")
  var life = 0

  @Option(help: "Subscribers to every task.")
  var subscribers = 1

  @Option(help: "Subscribers that read 40 KiB a second.")
  var slow = 0

  @Option(help: "Subscribers that never read.")
  var stopped = 0

  @Option(help: "Connections a second that come and go.")
  var visitors = 0

  @Option(help: "Seconds between two kills of the hub; 0: none.")
  var killEvery = 0

  @Option(help: "Seconds in all.")
  var seconds = 30

  @Option(help: "Seconds between two lines of figures.")
  var interval = 5

  @Flag(help: "Keep a monitor of 120 by 40 open: it starts a killed hub again.")
  var monitor = false

  mutating func run() throws {
    signal(SIGPIPE, SIG_IGN)
    if let socket { return try put(on: socket) { try BenchHub.process(at: socket) } }
    let hub = try BenchHub(
      headway: headway, directory: directory, config: BenchHub.keepingEnded("5s"))
    defer { hub.stop() }
    let screen = monitor ? try QuietMonitor(headway) : nil
    try put(on: hub.paths.socket) { try hub.process() }
    screen?.quit()
  }

  private func put(on socket: String, _ hub: () throws -> CInt) throws {
    let generator = LoadGenerator(plan, socket: socket)
    try generator.gather(within: .seconds(60))
    generator.run(for: .seconds(1))
    let start = SystemClocks.awake
    var figures = LoadFigures(hub: try hub(), sent: generator.sentCount)
    print(LoadFigures.heads)
    for _ in 0..<max(1, seconds / interval) {
      generator.forgetLatencies()
      generator.run(for: .seconds(interval))
      guard let process = try? hub() else { continue }
      print(figures.look(generator, since: start, hub: process))
      fflush(nil)
    }
    generator.endAll()
    print(
      "\(generator.sentCount) updates sent, \(generator.changeCount) changes told, "
        + "\(generator.beganCount) tasks, \(generator.visitorCount) visitors, "
        + "\(generator.killCount) kills, \(generator.reconnectCount) reconnects")
  }

  private var plan: LoadPlan {
    LoadPlan(
      tasks: tasks, rate: rate, tasksPerConnection: tasksPerConnection,
      taskLife: life > 0 ? .seconds(life) : nil, subscribers: subscribers, slowSubscribers: slow,
      stoppedSubscribers: stopped, visitors: visitors,
      killEvery: killEvery > 0 ? .seconds(killEvery) : nil)
  }
}
