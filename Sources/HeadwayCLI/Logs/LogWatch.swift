import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import SystemPackage

/// A wait for changes of a log until the task has ended. The log need not exist yet.
struct LogWatch {
  let path: String
  let task: TaskKey
  let paths: HeadwayPaths

  /// Calls `isDone` at the start and after each change, and sleeps in between (inotify(7)). Returns
  /// once `isDone` returns true, or after the task has ended. If the hub is killed, asks a new hub
  /// for the end.
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
      poller.watch(STDOUT_FILENO, [])
      poller.wait(until: nil)
      LogOutput.leaveWithReader(poller)
      guard poller.readiness(of: client.descriptor).isAny else { continue }
      do {
        if try hasEnded(client) { return }
      } catch .connectionLost {
        client = try awaitEnd()
      } catch {
        throw CommandFailure(error).named(HostChoice.chosen)
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
      throw CommandFailure(error).named(HostChoice.chosen)
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

/// The work of `headway logs -f`: prints output as it is written, until the task has ended.
struct LogFollower {
  let files: LogFiles
  let task: TaskKey
  let paths: HeadwayPaths

  /// Passes new output to `body`. Returns after the task has ended and the rest was read.
  func run(_ body: (UnsafeRawBufferPointer) -> Void) throws(CommandFailure) {
    try LogWatch(path: files.path, task: task, paths: paths).run {
      read(body)
      return false
    }
    read(body)
  }

  /// Reads to the end. Reports a gap if the log was written faster than it was read.
  private func read(_ body: (UnsafeRawBufferPointer) -> Void) {
    files.readAll(body)
    if files.turnOver() {
      StandardStreams.complain(
        String(
          localized:
            "the task writes faster than headway logs reads: a part of the output is left out here")
      )
    }
    files.readAll(body)
  }
}

/// Standard output for the output of a task.
final class LogOutput {
  /// The form in which the output of a task comes out.
  enum Form {
    /// Byte for byte.
    case unchanged
    /// Text, colours and line ends only. A log may contain any control sequence.
    case harmless
    /// The lines that a terminal would show, for a file or another program.
    case plain
  }

  private var filter: Filter

  private enum Filter {
    case none
    case harmless(HarmlessOutput)
    case plain(PlainOutput)
  }

  /// Creates an output.
  init(_ form: Form) {
    filter =
      switch form {
      case .unchanged: .none
      case .harmless: .harmless(HarmlessOutput())
      case .plain: .plain(PlainOutput())
      }
  }

  /// Writes bytes. Exits if standard output can't be written.
  func write(_ bytes: UnsafeRawBufferPointer) {
    switch filter {
    case .none: put(bytes)
    case .harmless(var harmless):
      harmless.pass(bytes).withUnsafeBytes(put)
      filter = .harmless(harmless)
    case .plain(var plain):
      filter = .none
      plain.pass(bytes).withUnsafeBytes(put)
      filter = .plain(plain)
    }
  }

  /// Writes what is held back: an unfinished line, or the end of a colour.
  func finish() {
    switch filter {
    case .none: break
    case .harmless(let harmless): harmless.closing.withUnsafeBytes(put)
    case .plain(var plain):
      plain.finish().withUnsafeBytes(put)
      filter = .plain(plain)
    }
  }

  /// Ends this process as SIGPIPE does if nobody reads standard output any more, as `grep -q` after
  /// its first hit. Watch standard output before, with no interest.
  static func leaveWithReader(_ poller: borrowing Poller) {
    if poller.readiness(of: STDOUT_FILENO).isGone { OwnProcess.die(of: SIGPIPE) }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch {
      let words = (error as? Errno)?.words ?? "\(error)"
      StandardStreams.complain(
        String(localized: "standard output can't be written: \(words); check where it goes"))
      exit(HeadwayProgram.ExitStatus.outputLost.rawValue)
    }
  }
}

extension LogOutput.Form {
  /// The form of a task's log on this process's standard output. `isRaw` asks for every byte.
  ///
  /// The hub knows only of the commands that it launched whether they had a terminal.
  init(of task: TaskSnapshot, isRaw: Bool) {
    if isRaw {
      self = .unchanged
    } else if isatty(STDOUT_FILENO) == 1 {
      self = .harmless
    } else {
      self = task.terms.streams == .terminal ? .plain : .unchanged
    }
  }
}
