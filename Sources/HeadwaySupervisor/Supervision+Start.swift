internal import Glibc
internal import HeadwaySystem

/// What a supervision is made of.
extension Supervision {
  /// Passed on to the command's group.
  static let passed: [CInt] = [SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM]

  /// A command that stands still must not miss them.
  static let urgent: Set<CInt> = [SIGINT, SIGQUIT, SIGTERM]

  static let queued = SignalSet(passed + [SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])

  /// SIGTTIN and SIGTTOU are answers we ask for otherwise. SIGPIPE comes as EPIPE, and SIGXFSZ as
  /// EFBIG. The dispositions stay as they are, so that the command inherits them.
  static let blocked = SignalSet(
    passed + [SIGHUP, SIGWINCH, SIGTSTP, SIGCONT, SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ])

  /// What this process inherited is the command's from now on.
  func letGoOfInherited() {
    let takesInput = !options.isDetached && OpenFile(standardStream: 0).kind != .terminal
    if takesInput { OwnProcess.nullify(0) }
    OwnProcess.closeInherited()
  }

  /// Gives back the terminal and waits for the leader, which leaves: this process is to become the
  /// command.
  func undo() {
    reporter?.clear()
    outer?.release()
    while waitpid(leader, nil, 0) < 0, errno == EINTR {}
  }

  static func outerTerminal(_ plan: StreamPlan, _ streams: CommandStreams) -> OuterTerminal? {
    guard let stream = plan.terminalStream, let master = streams.terminal?.master else {
      return nil
    }
    return OuterTerminal(stream: stream, master: master)
  }

  /// Only for output that goes to a terminal: a pager at the end of a pipe has it to itself.
  static func reporter(_ plan: StreamPlan, _ options: SupervisorOptions) -> TerminalReporter? {
    guard options.tellsTerminal, plan.output == .terminal else { return nil }
    return plan.terminalStream.map(TerminalReporter.init)
  }

  /// Only a terminal can be attached to.
  static func attachServer(
    _ options: SupervisorOptions, _ streams: CommandStreams
  ) -> AttachServer? {
    guard let place = options.attachPlace, let master = streams.terminal?.master else { return nil }
    return AttachServer(at: place, master: master)
  }

  static func pumps(
    _ streams: CommandStreams, _ reporter: TerminalReporter?, _ attach: AttachServer?,
    _ outer: OuterTerminal?,
    tap: @escaping (UnsafeRawBufferPointer, OutputTap.Stream) -> Void
  ) -> [OutputPump] {
    var pumps = streams.pipes.map { pipe in
      // Not the pipe itself: the command's end, kept here, would never be closed.
      let isData = streams.plan.separatesData && pipe.streams == [STDOUT_FILENO]
      let stream: OutputTap.Stream = isData ? .data : .messages
      return OutputPump(pipe: pipe.ours, to: OutputSink(pipe.streams)) { tap($0, stream) }
    }
    if let terminal = streams.terminal {
      let sink = streams.plan.terminalStream.map { OutputSink([$0]) }
      // First: what was typed is seen before what the command makes of it.
      pumps.insert(
        OutputPump(terminal: terminal.master, to: sink) { bytes in
          attach?.pass(bytes, isUnedited: outer?.passesUnedited ?? false)
          reporter?.pass(bytes)
          tap(bytes, .messages)
        }, at: 0)
    }
    return pumps
  }
}
