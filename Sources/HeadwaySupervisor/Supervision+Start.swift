internal import Glibc
internal import HeadwayModel
internal import HeadwaySystem

/// The parts that a supervision consists of.
extension Supervision {
  /// The signals that the supervisor passes on to the command's group.
  static let passed: [CInt] = [SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM]

  /// The signals that release a halted command, since it must be able to handle them.
  static let urgent: Set<CInt> = [SIGINT, SIGQUIT, SIGTERM]

  /// The signals that `takeSignals()` reads from the signal queue.
  static let queued = SignalSet(passed + [SIGHUP, SIGWINCH, SIGTSTP, SIGCONT])

  /// The signals that this process blocks.
  ///
  /// - SIGTTIN and SIGTTOU are blocked since the supervisor checks the foreground group itself.
  /// - SIGPIPE and SIGXFSZ are blocked so that a write fails with EPIPE or EFBIG instead.
  ///
  /// The dispositions stay unchanged, so that the command inherits them.
  static let blocked = SignalSet(
    passed + [SIGHUP, SIGWINCH, SIGTSTP, SIGCONT, SIGTTIN, SIGTTOU, SIGPIPE, SIGXFSZ])

  /// Closes the descriptors that this process inherited for the command, once the command runs.
  /// Otherwise a pipe's writer would never notice that the command has closed its end.
  func letGoOfInherited() {
    // A detached supervisor has nothing of the kind: its streams are /dev/null.
    if options.isDetached { return }
    if OpenFile(standardStream: 0).kind != .terminal { OwnProcess.nullify(0) }
    OwnProcess.closeInherited()
  }

  /// Returns the terminal and waits for the leader to exit. Afterwards this process can execute the
  /// command itself.
  func undo() {
    streams.reporter?.clear()
    streams.outer?.release()
    while waitpid(leader.pid, nil, 0) < 0, errno == EINTR {}
  }

  /// Returns the terminal of this process that the plan uses; nil if the command has no pty or
  /// nobody is at it.
  static func outerTerminal(_ plan: StreamPlan, _ streams: CommandStreams) -> OuterTerminal? {
    guard let stream = plan.terminalStream, let master = streams.terminal?.master else {
      return nil
    }
    return OuterTerminal(stream: stream, master: master)
  }

  /// Returns the reporter for the outer terminal; nil unless standard output goes there. In
  /// `headway run … | less` the terminal belongs to the pager.
  static func reporter(_ plan: StreamPlan, _ options: SupervisorOptions) -> TerminalReporter? {
    guard options.tellsTerminal, plan.output == .terminal else { return nil }
    return plan.terminalStream.map(TerminalReporter.init)
  }

  /// Returns the reporter of the command's status to the outer terminal; nil unless standard output
  /// goes there.
  static func statusReporter(
    _ plan: StreamPlan, _ options: SupervisorOptions, _ now: AwakeTime
  ) -> StatusReporter? {
    guard options.tellsStatus, plan.output == .terminal else { return nil }
    return plan.terminalStream.map { StatusReporter(stream: $0, now: now) }
  }

  /// Returns the server for attached terminals; nil without a pty, which is what a person attaches
  /// to.
  static func attachServer(
    _ options: SupervisorOptions, _ streams: CommandStreams, _ now: AwakeTime
  ) -> AttachServer? {
    guard let place = options.attachPlace, let master = streams.terminal?.master else { return nil }
    return AttachServer(at: place, master: master, now: now)
  }

  /// Returns the channel for what the command says of itself; nil without a pty.
  static func statusChannel(
    _ streams: CommandStreams, _ attach: AttachServer?, _ outer: OuterTerminal?
  ) -> ProgramStatusChannel? {
    streams.terminal.map { terminal in
      ProgramStatusChannel(master: terminal.master) {
        attach?.driver != nil || outer?.isGone == false
      }
    }
  }

  /// Returns one pump per pipe of the command, preceded by one for its terminal.
  static func pumps(
    _ streams: CommandStreams, _ reporters: (TerminalReporter?, StatusReporter?),
    _ status: ProgramStatusChannel?,
    _ attach: AttachServer?, _ outer: OuterTerminal?,
    tap: @escaping (UnsafeRawBufferPointer, OutputTap.Stream) -> Void
  ) -> [OutputPump] {
    var pumps = streams.pipes.map { pipe in
      // The closure must not capture `pipe`: it also owns the command's end, which would stay open
      // and hide the end of file.
      let isData = streams.plan.separatesData && pipe.streams == [STDOUT_FILENO]
      let stream: OutputTap.Stream = isData ? .data : .messages
      let sink = streams.plan.isDetached ? nil : OutputSink(pipe.streams)
      return OutputPump(pipe: pipe.ours, to: sink) { tap($0, stream) }
    }
    if let terminal = streams.terminal {
      let sink = streams.plan.terminalStream.map { OutputSink([$0]) }
      // The terminal comes first: `poller` has to see typed keys before the output that they cause.
      pumps.insert(
        OutputPump(terminal: terminal.master, to: sink) { bytes in
          attach?.pass(bytes, isUnedited: outer?.passesUnedited ?? false)
          reporters.0?.pass(bytes)
          reporters.1?.pass(bytes)
          status?.pass(bytes)
          tap(bytes, .messages)
        }, at: 0)
    }
    return pumps
  }
}
