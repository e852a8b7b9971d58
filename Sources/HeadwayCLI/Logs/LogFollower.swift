import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// Goes on with a log as it is written, until its task has ended.
struct LogFollower {
  let files: LogFiles
  let task: TaskKey
  let paths: HeadwayPaths

  /// Asleep until the log, or the hub, has news. A hub that is killed has a successor, which is asked
  /// again.
  func run(_ body: (UnsafeRawBufferPointer) -> Void) throws(CommandFailure) {
    guard let watch = FileWatch(of: files.path) else {
      throw CommandFailure("the log can't be watched; see: ls \(files.path)", status: .failure)
    }
    var poller = Poller()
    var client = try awaitEnd()
    while true {
      watch.drain()
      read(body)
      poller.begin()
      poller.watch(watch.descriptor, .readable)
      poller.watch(client.descriptor, .readable)
      poller.wait(until: nil)
      guard poller.readiness(of: client.descriptor).isAny else { continue }
      do {
        if try hasEnded(client) { return read(body) }
      } catch .connectionLost {
        client = try awaitEnd()
      } catch {
        throw CommandFailure(error)
      }
    }
  }

  private func read(_ body: (UnsafeRawBufferPointer) -> Void) {
    files.readAll(body)
    if files.turnOver() {
      StandardStreams.complain("it is written faster than this reads: a part is left out here")
    }
    files.readAll(body)
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
