import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// Waits for what happens to a log, there already or not, until its task has ended.
struct LogWatch {
  let path: String
  let task: TaskKey
  let paths: HeadwayPaths

  /// Looks first, and whenever there is news of the log; returns once `isDone`, or after the task's end.
  /// Asleep between: a hub that is killed has a successor, which is asked again.
  func run(until isDone: () -> Bool) throws(CommandFailure) {
    guard let watch = FileWatch(of: path) else {
      throw CommandFailure("the log can't be watched; see: ls \(path)", status: .failure)
    }
    var poller = Poller()
    var client = try awaitEnd()
    while true {
      watch.drain()
      if isDone() { return }
      poller.begin()
      poller.watch(watch.descriptor, .readable)
      poller.watch(client.descriptor, .readable)
      poller.wait(until: nil)
      guard poller.readiness(of: client.descriptor).isAny else { continue }
      do {
        if try hasEnded(client) { return }
      } catch .connectionLost {
        client = try awaitEnd()
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  private func awaitEnd() throws(CommandFailure) -> CommandClient {
    do {
      let client = try CommandClient(paths, start: .ifNeeded)
      client.send(WaitMessage(task: .key(task), request: client.nextRequest()))
      return client
    } catch {
      throw CommandFailure(error)
    }
  }

  private func hasEnded(_ client: CommandClient) throws(LinkError) -> Bool {
    do {
      return try client.first(within: .zero) { message in
        if case .ended = message { true } else { nil }
      }
    } catch .hubSilent {
      return false
    }
  }
}
