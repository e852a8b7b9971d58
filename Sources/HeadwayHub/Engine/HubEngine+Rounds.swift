internal import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import NIOCore

// The loop's rounds: what happens in one is one turn of the hub.
extension HubEngine {
  /// Begins a round of the loop, unless one is under way. What happens in one round is one turn of
  /// the hub, whoever caused it: subscribers hear of it once.
  /// - Returns: when the round began.
  @discardableResult
  func beginRound(at time: Moment? = nil) -> Moment {
    if let roundBegan { return roundBegan }
    let now = time ?? HubClock.now
    roundBegan = now
    share.beginRound(at: now.awake, tick: ticks.count)
    note.work(HubActivity.takingReports.rawValue, at: now.running)
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.execute { engine.value.endRound() }
    return now
  }

  private func endRound() {
    // Answers to small requests go out before those who have more to do go on.
    flushAll()
    let now = HubClock.now
    takeTurns(at: now)
    endTurn(at: now)
    // Who heard of something in this turn is sent it now, while there is time.
    takeTurns(at: now)
    flushAll()
    roundBegan = nil
    note.work(HubActivity.waiting.rawValue, at: now.running)
    guard share.isEmpty, !state.hasUntoldChanges else { return beginNextRound() }
    guard let rest = pace.endTurn(at: now.awake) else { return }
    SystemClocks.rest(for: rest)
    pace.rested(until: SystemClocks.awake)
  }

  func flushAtEndOfRound(_ connection: ClientConnection) {
    unflushed.append(connection)
    beginRound()
  }

  private func flushAll() {
    let connections = unflushed
    unflushed.removeAll(keepingCapacity: connections.count <= 256)
    for connection in connections { connection.flush() }
  }

  /// Returns the numbers for a status line. Counting all tasks takes time, so the answer may be as
  /// old as ten times the duration of the last count.
  func summary(at now: Moment) -> HubSummary {
    summaryCache.summary(at: now.awake) { state.summary }
  }

  /// Subscribers hear of what changed in this turn, each task once.
  func endTurn(at now: Moment) {
    let outcome = state.endTurn()
    if !outcome.changes.isEmpty {
      for subscriber in subscribers.values { subscriber.note(outcome.changes, at: now) }
    }
    armIdleExit()
    machineConditions.observeMemory(
      outcome.hasLiveTasks && !isLeaving && settings.core.memoryPolicy != .ignore)
    if crowd.note(connections.count + outcome.taskCount) { giveMemoryBack() }
  }

  /// Later, when those who left have been forgotten everywhere.
  func giveMemoryBack() {
    guard !isGivingBack else { return }
    isGivingBack = true
    let engine = NIOLoopBound(self, eventLoop: loop)
    loop.scheduleTask(in: Self.trimPause) {
      engine.value.isGivingBack = false
      engine.value.state.giveBackRoom()
      engine.value.connections = engine.value.connections.withoutSpareRoom
      engine.value.load.giveBackRoom()
      engine.value.wakeUps.giveBackRoom()
      OwnMemory.trim()
    }
  }

  private static let trimPause: TimeAmount = .seconds(2)
}
