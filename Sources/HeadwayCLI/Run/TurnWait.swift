import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The wait of `headway run --queue` (or `--needs`, `--after` …) for its turn.
///
/// Ctrl-C ends the wait: the hub sees the process go and drops the task. A hangup doesn't end it,
/// as it doesn't end a running command.
struct TurnWait {
  let submission: Submission
  let paths: HeadwayPaths

  /// The time after which a line on standard error mentions the wait.
  private static let quietTime: Duration = .milliseconds(300)

  /// Waits for the turn. Returns the units of resources that the command may use, by the name of
  /// the resource. Exits if the task is cancelled. If the hub is replaced, asks the next hub,
  /// because the record has the task.
  func perform() throws -> [String: [Int]] {
    let hangup = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, hangup) }
    var hasSpoken = false
    while true {
      do {
        return try wait(&hasSpoken)
      } catch .connectionLost {
        // The task is in the record, so the next hub knows it and is asked again.
        continue
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  /// Waits on one connection.
  private func wait(_ hasSpoken: inout Bool) throws(LinkError) -> [String: [Int]] {
    let client = try CommandClient(paths, role: .supervisor, start: .ifNeeded)
    // If a dependency failed long ago, the hub cancels the task before it sends the number.
    let number = try client.ask(SubmitMessage(submission, request: client.nextRequest())) {
      leaveIfCancelled($0)
      return if case .submitted(let submitted) = $0 { submitted.number } else { nil }
    }
    if !hasSpoken {
      do throws(LinkError) {
        return try turn(from: client, within: Self.quietTime)
      } catch .hubSilent {
        hasSpoken = true
        StandardStreams.complain("task \(number) waits for its turn; see: headway list")
      }
    }
    return try turn(from: client, within: nil)
  }

  /// Waits for the hub to announce the turn. A nil `limit` waits forever.
  private func turn(
    from client: CommandClient, within limit: Duration?
  ) throws(LinkError) -> [String: [Int]] {
    try client.first(within: limit) { message -> [String: [Int]]? in
      leaveIfCancelled(message)
      guard case .turn(let turn) = message, turn.key == submission.description.key else {
        return nil
      }
      return turn.units ?? [:]
    }
  }

  /// Exits with a line if `message` cancels this task.
  private func leaveIfCancelled(_ message: HubMessage) {
    guard case .cancel(let notice) = message, notice.key == submission.description.key else {
      return
    }
    if notice.order.reason == .cancelled(by: .dependency) {
      StandardStreams.complain("skipped: a task that it needs failed; see: headway list")
      exit(HeadwayProgram.ExitStatus.nothing.rawValue)
    }
    StandardStreams.complain("the task was cancelled before it started")
    exit(HeadwayProgram.ExitStatus.interrupted.rawValue)
  }
}
