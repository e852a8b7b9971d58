import HeadwayConfig
import HeadwayHubCore
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire
import Logging
import NIOCore

// Nodes that don't see the folders of this machine.
extension SlurmEngine {
  /// The time between two questions to nodes while somebody watches. Each step of a job is work for the
  /// cluster's controller.
  private static let fetchPause: Duration = .seconds(10)
  /// The largest number of jobs that one round asks.
  private static let fetchCount = 4

  /// Asks nodes after `pause`, if somebody watches and a job runs there.
  func scheduleFetch(in pause: Duration) {
    guard isWatched, fetch == nil, !isFetching, relays.values.contains(where: \.isOnFarNode)
    else { return }
    fetch = schedule(in: pause) { engine in
      engine.fetch = nil
      engine.fetchNext()
    }
  }

  /// Asks the nodes of the jobs whose last answer is the oldest.
  private func fetchNext() {
    let running = relays.filter { $0.value.isOnFarNode }
    fetched.removeAll { running[$0] == nil }
    let new = running.keys.filter { !fetched.contains($0) }.sorted()
    let turn = (new + fetched).prefix(Self.fetchCount)
    fetched = Array((new + fetched).dropFirst(turn.count) + turn)
    fetch(Array(turn))
  }

  /// Gets the states of jobs from their nodes, and carries the orders there: a step within each job
  /// does both (srun(1), `--overlap`).
  private func fetch(_ keys: [TaskKey]) {
    let steps = keys.compactMap(step)
    guard !steps.isEmpty else { return }
    isFetching = true
    let (commands, environment) = (commands, environment)
    run(on: commands.steps) {
      steps.map { ($0, $0.perform(commands, environment)) }
    } then: { engine, answers in
      engine.isFetching = false
      for (step, state) in answers { engine.note(state, by: step) }
      engine.scheduleFetch(in: Self.fetchPause)
    }
  }

  /// Carries the orders for a job to its node, again and again until a step succeeds or the job is over.
  func deliver(_ key: TaskKey) {
    relays[key]?.hasUndelivered = true
    guard relays[key]?.isOnFarNode == true, relays[key]?.isDelivering == false,
      let step = step(to: key)
    else { return }
    relays[key]?.isDelivering = true
    let (commands, environment) = (commands, environment)
    run(on: commands.nodeOrders, { step.perform(commands, environment) }) { engine, state in
      engine.note(state, by: step)
      let isDone = engine.relays[key]?.hasUndelivered != true
      _ = engine.schedule(in: isDone ? .zero : Self.deliveryPause) { engine in
        engine.relays[key]?.isDelivering = false
        if engine.relays[key]?.hasUndelivered == true { engine.deliver(key) }
      }
    }
  }

  /// The time between two tries to carry orders to a node.
  private static let deliveryPause: Duration = .seconds(5)

  private func step(to key: TaskKey) -> NodeStep? {
    guard let relay = relays[key], let folder = relay.nodeFolder, let id = board.id(of: key),
      let program = settings.program ?? SupervisorLauncher.supervisorPath()?.string
    else { return nil }
    return NodeStep(
      key: key, id: id, program: program, folder: folder, orders: relay.orders.lines(of: key),
      lastOrder: relay.orders.lastNumber)
  }

  /// Notes the answer of a step; nil for none.
  private func note(_ state: RelayedState?, by step: NodeStep) {
    guard let state else { return }
    if relays[step.key]?.orders.lastNumber == step.lastOrder {
      relays[step.key]?.hasUndelivered = false
    }
    note(state, of: step.key)
  }
}

extension RelayFollower {
  /// Whether only a step within the job reaches its supervisor.
  var isOnFarNode: Bool { nodeFolder != nil && isRunning }
}

/// A step within a job that reads and writes the files of its supervisor.
private struct NodeStep: Sendable {
  let key: TaskKey
  let id: SlurmJobID
  /// The path of `headway` on the node.
  let program: String
  let folder: String
  let orders: [UInt8]
  let lastOrder: Int

  /// Runs the step. The call blocks. Returns nil if the node doesn't answer, or has no state.
  func perform(_ commands: SlurmCommands, _ environment: [RawText]) -> RelayedState? {
    let arguments = [
      "--quiet", "--jobid=\(id)", "--overlap", "--nodes=1", "--ntasks=1", program, "hub", "relay",
      folder,
    ]
    guard
      case .done(let output, false) = commands.run(
        "srun", arguments, environment: environment, input: orders)
    else { return nil }
    return try? RelayedState(lines: output.prefix(RelayedState.byteLimit), of: key)
  }
}
