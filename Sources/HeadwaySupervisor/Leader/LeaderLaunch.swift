internal import Glibc
internal import HeadwayModel
internal import HeadwaySystem

/// Starts the session leader of the command, in a process of its own or in this one.
///
/// - `headway run` needs a process of its own: this process belongs to the session of the terminal
///   that it was started at. The process is a fork(2) that doesn't execute another program. The
///   program is in memory already; executing it again would take longer than most commands need to
///   start.
/// - The supervisor of a queued task leads a session without a terminal, so it can take the
///   command's pty as its controlling terminal and lead the command's session itself. If it dies, the
///   kernel hangs up the command, because the leader of the terminal's session is gone
///   (setsid(2), tty_ioctl(4)).
/// - A command without a pty needs a process of its own again: without a terminal, the kernel hangs
///   up nothing.
struct LeaderLaunch {
  let options: SupervisorOptions
  let channels: ProgressChannels
  /// The mask that this process was started with, which the command inherits.
  let signalMask: SignalSet
  let startsInForeground: Bool

  /// Starts the leader, which starts the command.
  func start(_ streams: CommandStreams) throws(SystemError) -> LeaderLink {
    if options.isDetached, let slave = streams.terminal?.slave, OwnProcess.leadsSession,
      (try? OwnProcess.control(slave.raw)) != nil
    {
      signal(SIGCHLD, SIG_DFL)
      let leader = OwnLeader(command(streams), slave, mask: signalMask)
      return LeaderLink(place: .here(leader), pid: getpid())
    }
    let pair = try DescriptorPair.messages()
    let process = try OwnProcess.fork { lead(streams, SupervisorLine(descriptor: pair.second)) }
    return LeaderLink(place: .process(LeaderLine(descriptor: pair.first)), pid: process)
  }

  /// Runs in the child until the supervisor is gone: becomes the session's leader and starts the
  /// command.
  private func lead(_ streams: CommandStreams, _ line: SupervisorLine) -> Never {
    let terminal = streams.terminal?.slave.raw
    OwnProcess.rename(Self.name, line: [RawText(Self.name)])
    do {
      try OwnProcess.startSession(controlledBy: terminal)
    } catch {
      line.send(.startFailed(errno: error.code))
      _exit(0)
    }
    signal(SIGCHLD, SIG_DFL)
    let leader = SessionLeader(
      command(streams), terminal: terminal, blocking: .all, mask: signalMask
    ) { line.send($0) }
    if var leader {
      OwnProcess.closeDescriptors(
        except: [line.descriptor.raw, leader.descriptor, terminal ?? -1])
      leader.run(line)
    }
    _exit(0)
  }

  /// The leader's name in ps(1).
  private static let name = "headway-leader"

  private func command(_ streams: CommandStreams) -> LeaderCommand {
    var options = options
    options.environmentAdditions += channels.environment
    return LeaderCommand(
      words: options.command, environment: options.environment(OwnProcess.environment),
      descriptors: streams.duplicates + channels.inherited.map { ($0, $0) },
      limits: options.commandLimits, inherited: options.inherited,
      startsInForeground: startsInForeground)
  }
}

/// Starts the command the way a shell does: in a process group of its own, which may be the
/// terminal's foreground group.
///
/// `SessionLeader` uses it once.
struct CommandLauncher {
  private let command: LeaderCommand
  private let foregroundTerminal: CInt?
  private let mask: SignalSet

  /// Prepares the launch. `terminal` is the pty's slave; `mask` is the signal mask that the command
  /// gets.
  init(_ command: LeaderCommand, terminal: CInt?, mask: SignalSet) {
    self.command = command
    foregroundTerminal = command.startsInForeground ? terminal : nil
    self.mask = mask
  }

  /// Starts the command and returns its process id. Throws the error of fork(2) or execve(2).
  func launch() throws(SystemError) -> Int32 {
    let words = command.words
    var request = SpawnRequest(
      path: words[0], arguments: words, environment: command.environment)
    request.startsGroup = true
    request.signalMask = mask
    request.foregroundTerminal = foregroundTerminal
    request.duplicates = command.descriptors
    (request.limits, request.inherited) = (command.limits, command.inherited)
    return try request.spawn()
  }
}

/// The command that a session leader starts, with everything that the command inherits.
struct LeaderCommand: Sendable {
  /// The command's name and arguments; never empty.
  var words: [RawText]
  /// The command's environment, as `NAME=value`.
  var environment: [RawText]
  /// The descriptors that the command gets beyond the leader's: the number here, and the number in
  /// the command.
  var descriptors: [(source: CInt, target: CInt)]
  /// The command's soft resource limits.
  var limits: ResourceLimits
  /// The limits and the niceness that differ from the leader's.
  var inherited = InheritedLimits()
  /// Whether the command's group starts as the terminal's foreground group, if there is a terminal.
  var startsInForeground: Bool
}
