import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The wait of `headway run --queue` (or `--needs`, `--after` …) for its turn.
///
/// Ctrl-C and SIGTERM end the wait: the hub is told which signal it was, and drops the task. A hangup
/// doesn't end the wait, as it doesn't end a running command.
struct TurnWait {
  let submission: Submission
  let paths: HeadwayPaths
  /// The longest wait; nil for no limit.
  let limit: TurnLimit?

  /// The time after which a line on standard error mentions the wait.
  private static let quietTime: Duration = .milliseconds(300)
  /// The signals that end the wait, unless this process was started to ignore them.
  private static let endingSignals = [SIGINT, SIGTERM, SIGQUIT]
  /// The time that the hub has to note the end of the wait.
  private static let farewellTime: Duration = .seconds(1)

  /// Waits for the turn. Returns the units of resources that the command may use, by the name of
  /// the resource. Exits if the task is cancelled. If the hub is replaced, asks the next hub,
  /// because the record has the task.
  func perform() throws -> [String: [Int]] {
    let hangup = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, hangup) }
    let heard = SignalSet(Self.endingSignals.filter { !OwnProcess.ignores($0) })
    let signals = try SignalQueue(blocking: heard, queued: heard)
    defer { signals.originalMask.blockAlone() }
    var state = State(limit: limit)
    while true {
      do {
        return try wait(signals, &state)
      } catch .connectionLost {
        // The task is in the record, so the next hub knows it and is asked again.
        HostPace.rest()
        continue
      } catch {
        throw CommandFailure(error).named(HostChoice.chosen)
      }
    }
  }

  /// The part of the wait that outlives a connection.
  private struct State {
    /// Whether a line has mentioned the wait.
    var hasSpoken = false
    /// The end of the longest wait; nil without a limit.
    let end: AwakeTime?

    init(limit: TurnLimit?) { end = limit.map { SystemClocks.awake + $0.duration } }
  }

  /// Waits on one connection.
  private func wait(
    _ signals: SignalQueue, _ state: inout State
  ) throws(LinkError) -> [String: [Int]] {
    let client = try CommandClient(paths, role: .supervisor, start: .ifNeeded)
    try client.require(submission.neededFeatures)
    // If a dependency failed long ago, the hub cancels the task before it sends the number.
    let number = try client.ask(SubmitMessage(submission, request: client.nextRequest())) {
      leaveIfCancelled($0)
      return if case .submitted(let submitted) = $0 { submitted.number } else { nil }
    }
    if !state.hasSpoken {
      let quietEnd = SystemClocks.awake + Self.quietTime
      do throws(LinkError) {
        return try turn(from: client, signals, until: .earlier(quietEnd, state.end))
      } catch .hubSilent {
        state.hasSpoken = true
        if quietEnd <= SystemClocks.awake {
          StandardStreams.complain(
            String(localized: "task \(number) waits for its turn; see: headway list"))
        }
      }
    }
    do throws(LinkError) {
      return try turn(from: client, signals, until: state.end)
    } catch .hubSilent {
      // The next hub is asked again if this one goes before it has started the task.
      endWait(of: client)
    }
    return try turn(from: client, signals, until: nil)
  }

  /// Does what the limit says: ends this process, or asks the hub to start the task now.
  private func endWait(of client: CommandClient) {
    let key = TaskReference.key(submission.description.key)
    switch limit {
    case .giveUp(let duration):
      tellEnd(TaskEnding(reason: .cancelled(by: .user)), to: client)
      StandardStreams.complain(
        String(
          localized: """
            no turn within \(duration.spoken); nothing was started (headway list says what runs)
            """))
      exit(HeadwayProgram.ExitStatus.notNow.rawValue)
    case .startAnyway:
      client.send(AdjustMessage(task: key, .start, request: client.nextRequest()))
    case nil: break
    }
  }

  /// Waits for the hub to announce the turn. Without a `deadline`, waits forever. Ends this process if
  /// a signal comes.
  private func turn(
    from client: CommandClient, _ signals: SignalQueue, until deadline: AwakeTime?
  ) throws(LinkError) -> [String: [Int]] {
    var poller = Poller()
    while true {
      do throws(LinkError) {
        while true {
          let message = try client.next(within: .zero)
          leaveIfCancelled(message)
          if case .turn(let turn) = message, turn.key == submission.description.key {
            return turn.units ?? [:]
          }
        }
      } catch .hubSilent {
        // Everything that has arrived is read.
      }
      if let signal = signals.next() { leave(client, because: signal.number) }
      if let deadline, deadline <= SystemClocks.awake { throw .hubSilent }
      poller.begin()
      poller.watch(client.descriptor, .readable)
      poller.watch(signals.raw, .readable)
      poller.wait(until: deadline)
    }
  }

  /// Tells the hub which signal ended the wait, and ends this process by the signal.
  private func leave(_ client: CommandClient, because signal: CInt) -> Never {
    tellEnd(TaskEnding(reason: .cancelled(by: .terminal), status: .signal(signal)), to: client)
    OwnProcess.die(of: signal)
  }

  /// Tells the hub that the wait is over, and waits a moment for the answer. Without an answer, the hub
  /// sees the process go, and drops the task.
  private func tellEnd(_ ending: TaskEnding, to client: CommandClient) {
    let request = client.nextRequest()
    client.send(EndMessage(task: .key(submission.description.key), ending, request: request))
    _ = try? client.first(within: Self.farewellTime) { message -> Bool? in
      if case .ended(let ended) = message { ended.request == request } else { nil }
    }
  }

  /// Exits with a line if `message` cancels this task.
  private func leaveIfCancelled(_ message: HubMessage) {
    guard case .cancel(let notice) = message, notice.key == submission.description.key else {
      return
    }
    if notice.order.reason == .cancelled(by: .dependency) {
      StandardStreams.complain(
        String(localized: "skipped: a task that it needs failed; see: headway list"))
      exit(HeadwayProgram.ExitStatus.nothing.rawValue)
    }
    StandardStreams.complain(String(localized: "the task was cancelled before it started"))
    exit(HeadwayProgram.ExitStatus.interrupted.rawValue)
  }
}

/// The longest wait of `headway run --queue` for its turn, and what follows.
enum TurnLimit: Hashable, Sendable {
  /// Nothing is started, and the task leaves the queue.
  case giveUp(Duration)
  /// The task starts without a slot, as by `headway start`.
  case startAnyway(Duration)

  /// The longest wait.
  var duration: Duration {
    switch self {
    case .giveUp(let duration), .startAnyway(let duration): duration
    }
  }
}
