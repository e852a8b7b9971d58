import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// `headway run --queue`, or with a resource: waits here for its turn. Ctrl-C ends the wait, and the
/// hub sees that this process is gone; the terminal may go, as once the command runs.
struct TurnWait {
  let submission: Submission
  let paths: HeadwayPaths

  /// A wait of less than that isn't worth a word.
  private static let quietTime: Duration = .milliseconds(300)

  /// The units of resources that the command may use.
  func perform() throws -> [String: [Int]] {
    let hangup = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, hangup) }
    var hasSpoken = false
    while true {
      do {
        return try wait(&hasSpoken)
      } catch .connectionLost {
        // Another hub has the record: it is asked again.
        continue
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  private func wait(_ hasSpoken: inout Bool) throws(LinkError) -> [String: [Int]] {
    let client = try CommandClient(paths, role: .supervisor, start: .ifNeeded)
    // What it waits for may have failed long ago: the end comes before the number then.
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

  private func leaveIfCancelled(_ message: HubMessage) {
    guard case .cancel(let notice) = message, notice.key == submission.description.key else {
      return
    }
    if notice.order.reason == .cancelled(by: .dependency) {
      StandardStreams.complain("what it waited for didn't succeed; see: headway list")
      exit(HeadwayProgram.ExitStatus.nothing.rawValue)
    }
    StandardStreams.complain("it was cancelled before its turn")
    exit(HeadwayProgram.ExitStatus.interrupted.rawValue)
  }
}
