import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// A wait for changes of a log, which need not exist yet, until the task has ended.
struct LogWatch {
  let path: String
  let task: TaskKey
  let paths: HeadwayPaths

  /// Calls `isDone` at the start and after each change. Returns once it is true, or after the task
  /// has ended. Sleeps in between (inotify(7)). A new hub is asked again if the hub is killed.
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

  /// Asks a hub to report the end of the task.
  private func awaitEnd() throws(CommandFailure) -> CommandClient {
    do {
      let client = try CommandClient(paths, start: .ifNeeded)
      client.send(WaitMessage(task: .key(task), request: client.nextRequest()))
      return client
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Whether the hub has reported the end.
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
