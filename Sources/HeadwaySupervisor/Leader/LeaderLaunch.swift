internal import Glibc
internal import HeadwayModel
internal import HeadwaySystem

/// Starts the session leader, a fork(2) of the supervisor that doesn't execute another program.
///
/// The program is in memory already. Executing it again would take longer than most commands need
/// to start.
struct LeaderLaunch {
  let options: SupervisorOptions
  let channels: ProgressChannels
  /// The mask that this process was started with, which the command inherits.
  let signalMask: SignalSet
  let startsInForeground: Bool

  /// Forks the leader. Returns this process's end of the line, and the leader's process id.
  func start(_ streams: CommandStreams) throws(SystemError) -> LeaderLink {
    let pair = try DescriptorPair.messages()
    let process = try OwnProcess.fork { lead(streams, SupervisorLine(descriptor: pair.second)) }
    return LeaderLink(line: LeaderLine(descriptor: pair.first), pid: process)
  }

  /// Runs in the child until the supervisor is gone: becomes the session's leader, arranges the
  /// descriptors and starts the command.
  private func lead(_ streams: CommandStreams, _ line: SupervisorLine) -> Never {
    let terminal = streams.terminal?.slave.raw
    OwnProcess.rename(Self.name, line: [RawText(Self.name)])
    do {
      try OwnProcess.startSession(controlledBy: terminal)
    } catch {
      line.send(.startFailed(errno: error.code))
      _exit(0)
    }
    for pair in streams.duplicates { OwnProcess.duplicate(pair.source, as: pair.target) }
    for descriptor in channels.inherited { OwnProcess.duplicate(descriptor, as: descriptor) }
    signal(SIGCHLD, SIG_DFL)
    signalMask.blockAlone()
    var leader = SessionLeader(command, line, terminal: terminal)
    leader?.run()
    _exit(0)
  }

  /// The leader's name in ps(1).
  private static let name = "headway-leader"

  private var command: LeaderCommand {
    var options = options
    options.environmentAdditions += channels.environment
    return LeaderCommand(
      words: options.command, environment: options.environment(OwnProcess.environment),
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
    (request.limits, request.inherited) = (command.limits, command.inherited)
    return try request.spawn()
  }
}

/// The command that a session leader starts, with everything that the command inherits.
struct LeaderCommand: Hashable, Sendable {
  /// The command's name and arguments; never empty.
  var words: [RawText]
  /// The command's environment, as `NAME=value`.
  var environment: [RawText]
  /// The command's soft resource limits.
  var limits: ResourceLimits
  /// The limits and the niceness that differ from the leader's.
  var inherited = InheritedLimits()
  /// Whether the command's group starts as the terminal's foreground group, if there is a terminal.
  var startsInForeground: Bool
}

/// The session leader of the command.
struct LeaderLink {
  let line: LeaderLine
  let pid: CInt
  /// The number of orders to continue the command. A stop that the leader reports with a smaller
  /// number is out of date.
  var continuesOrdered: Int32 = 0
}
