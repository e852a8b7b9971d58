internal import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

// The rounds of the loop. All events of one round are one turn of the hub.
extension HubEngine {
  /// Begins a round of the loop, unless one is under way. Subscribers are told once at the end of
  /// the round, however many events the round had.
  ///
  /// - Returns: the instant at which the round began.
  @discardableResult
  func beginRound(at time: Moment? = nil) -> Moment {
    if let began = round.began { return began }
    let now = time ?? HubClock.now
    round.began = now
    round.share.beginRound(at: now.awake, tick: round.ticks.count)
    note.work(HubActivity.takingReports.rawValue, at: now.running)
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.execute { engine.value.endRound() }
    return now
  }

  private func endRound() {
    // Answers to small requests go out before connections with more work go on.
    flushAll()
    let now = HubClock.now
    giveTurns(at: now)
    endTurn(at: now)
    // Subscribers that this turn has news for get the news now, while the round has time.
    giveTurns(at: now)
    flushAll()
    round.began = nil
    note.work(HubActivity.waiting.rawValue, at: now.running)
    guard round.share.isEmpty, !state.hasUntoldChanges else { return beginNextRound() }
    guard let rest = round.pace.endTurn(at: now.awake) else { return }
    SystemClocks.rest(for: rest)
    round.pace.rested(until: SystemClocks.awake)
  }

  func flushAtEndOfRound(_ connection: ClientConnection) {
    round.unflushed.append(connection)
    beginRound()
  }

  private func flushAll() {
    let connections = round.unflushed
    round.unflushed.removeAll(keepingCapacity: connections.count <= 256)
    for connection in connections { connection.flush() }
  }

  /// Returns the numbers for a status line. Counting all tasks takes time, so the answer may be as
  /// old as ten times the duration of the last count.
  func summary(at now: Moment) -> HubSummary {
    clients.summary.summary(at: now.awake) { state.summary }
  }

  /// Ends a turn of the hub: tells subscribers which tasks changed, each task once.
  func endTurn(at now: Moment) {
    let outcome = state.endTurn()
    if !outcome.changes.isEmpty {
      for subscriber in clients.subscribers.values { subscriber.note(outcome.changes, at: now) }
    }
    armIdleExit()
    engines.noteWatched(!clients.subscribers.isEmpty)
    machineConditions.observeMemory(
      outcome.hasLiveTasks && !exit.isLeaving && settings.core.memoryPolicy != .ignore)
    if memory.crowd.note(clients.connections.count + outcome.taskCount) { giveMemoryBack() }
  }

  /// Gives spare memory back to the system after 2 s. By then the clients that left are forgotten
  /// everywhere.
  func giveMemoryBack() {
    guard !memory.isGivingBack else { return }
    memory.isGivingBack = true
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.trimPause) {
      engine.value.memory.isGivingBack = false
      engine.value.state.giveBackRoom()
      engine.value.clients.connections = engine.value.clients.connections.withoutSpareRoom
      engine.value.clients.load.giveBackRoom()
      engine.value.wakeUps.giveBackRoom()
      OwnMemory.trim()
    }
  }

  private static let trimPause: TimeAmount = .seconds(2)
}

// Timers that the state asks for.
extension HubEngine {
  func gatherNews(for time: Duration) {
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: TimeAmount(bounded: time)) {
      let minutes = LocalTime(HubClock.now.wall.wholeSeconds).minuteOfDay
      guard let time = TimeOfDay(minutes: minutes) else { return }
      engine.value.handle(.newsGathered(at: time))
    }
  }

  func endPatience(in time: Duration) {
    logger.notice("waiting for programs to finish their work, at most \(time)")
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: TimeAmount(bounded: time)) { engine.value.handle(.shutdownPatienceEnded) }
  }
}

extension HubEngine {
  /// Saves the progress of running tasks for the next hub, which uses it until the workers report.
  ///
  /// Readings wait for no commit, so the record is behind. No promise depends on them: a full disk
  /// keeps the hub from saving them, not from leaving.
  func keepProgress() {
    let records = state.recordsOfRunning
    guard !records.isEmpty else { return }
    do {
      try store.save(records)
    } catch {
      logger.notice("the record lacks the latest progress (\(error)); tasks will report it again")
    }
  }
}

/// The last summary. Counting 100,000 tasks takes some milliseconds, and bars may ask as often as
/// they like: a summary is used again for ten times as long as making it took.
struct SummaryCache {
  private var summary: HubSummary?
  private var usableUntil: AwakeTime = .origin

  private static let reuse = 10

  mutating func summary(at now: AwakeTime, _ count: () -> HubSummary) -> HubSummary {
    if let summary, now < usableUntil { return summary }
    let start = SystemClocks.awake
    let counted = count()
    let end = SystemClocks.awake
    summary = counted
    usableUntil = end + (end - start) * Self.reuse
    return counted
  }
}

/// The loop's round that is under way, and what waits for its end.
struct LoopRound {
  /// The number of times that the loop has looked for input.
  let ticks: LoopTicks
  /// The instant at which the round began; nil between two rounds.
  var began: Moment?
  /// The time of the loop, and the connections that wait for a share of it.
  var share = LoopShare()
  /// The pace of rounds, which leaves time for other processes.
  var pace = TurnPace()
  /// Whether another round begins by itself, because connections wait.
  var isNextScheduled = false
  /// The connections with unsent output.
  var unflushed: [ClientConnection] = []
}

/// The memory that is given back to the system after a crowd has left.
struct SpareMemory {
  var crowd = CrowdWatch()
  /// Whether memory is about to be given back.
  var isGivingBack = false
}
