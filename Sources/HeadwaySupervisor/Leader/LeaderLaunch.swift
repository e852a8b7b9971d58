internal import Glibc
internal import HeadwaySystem

/// Starts the session leader.
struct LeaderLaunch {
  let options: SupervisorOptions
  let channels: ProgressChannels
  let signalMask: SignalSet
  let startsInForeground: Bool

  /// Our end of the line, and the leader's process id.
  func start(_ streams: CommandStreams) throws(SystemError) -> (line: LeaderLine, process: CInt) {
    let pair = try DescriptorPair.messages()
    let slave = streams.terminal?.slave.raw
    let arguments = LeaderArguments(
      control: pair.second.raw, terminal: slave, startsInForeground: startsInForeground,
      command: options.command)
    var request = SpawnRequest(
      path: options.leaderExecutable, arguments: arguments.vector,
      environment: environment)
    request.startsSession = true
    request.signalMask = signalMask
    request.defaultSignals = SignalSet([SIGCHLD])
    if let terminal = streams.terminal {
      request.terminal = (RawText(terminal.slavePath), terminal.slave.raw)
    }
    request.duplicates = [(pair.second.raw, pair.second.raw)] + streams.duplicates
    request.duplicates += channels.inherited.map { ($0, $0) }
    let process = try request.spawn()
    return (LeaderLine(descriptor: pair.first), process)
  }

  private var environment: [RawText] {
    var options = options
    options.environmentAdditions += channels.environment
    return options.environment(OwnProcess.environment)
  }
}
