internal import HeadwaySystem

/// The two ends of each pty and pipe between this process and the command.
///
/// `Supervision` creates the value before the session leader is forked. The parent moves bytes at
/// its ends; the child duplicates the command's ends onto descriptors 0 to 2.
struct CommandStreams {
  let plan: StreamPlan
  /// The command's pty; nil if the plan needs none.
  let terminal: PseudoTerminal?
  /// `/dev/null`, if the plan asks for it as the command's input.
  private let null: OwnedDescriptor?
  /// The pipes that the plan asks for: this process's end, this process's streams that the pipe
  /// leads to, and the command's end.
  private(set) var pipes: [(ours: OwnedDescriptor, streams: [CInt], theirs: OwnedDescriptor)] = []

  /// Opens what `plan` asks for. Throws if a descriptor can't be made.
  ///
  /// - Parameter columns: the width of the pty until the size of a real terminal is known. A detached
  ///   command may never have one.
  init(_ plan: StreamPlan, columns: UInt16? = nil) throws(SystemError) {
    self.plan = plan
    terminal = plan.terminalUse == .none ? nil : try PseudoTerminal()
    null = plan.input == .null ? try OwnedDescriptor.null() : nil
    var size = WindowSize.standard
    if let columns { size.columns = columns }
    if let master = terminal?.master.raw { try? size.apply(to: master) }
    if plan.output == .pipe { try addPipe(plan.error == .sharedPipe ? [1, 2] : [1]) }
    if plan.error == .pipe { try addPipe([2]) }
  }

  /// Adds one pipe for `streams`. Only this process's end is non-blocking: the command's end
  /// belongs to the command.
  private mutating func addPipe(_ streams: [CInt]) throws(SystemError) {
    let pair = try DescriptorPair.pipe()
    pair.first.setNonblocking()
    pipes.append((ours: pair.first, streams: streams, theirs: pair.second))
  }

  /// The descriptors to duplicate in the leader onto the standard streams, which the command
  /// inherits. Streams that are inherited unchanged don't appear.
  var duplicates: [(source: CInt, target: CInt)] {
    var duplicates: [(source: CInt, target: CInt)] = []
    if let slave = terminal?.slave.raw {
      if plan.input == .terminal { duplicates.append((slave, 0)) }
      if plan.output == .terminal { duplicates.append((slave, 1)) }
      if plan.error == .terminal { duplicates.append((slave, 2)) }
    }
    if let null { duplicates.append((null.raw, 0)) }
    for pipe in pipes { duplicates += pipe.streams.map { (pipe.theirs.raw, $0) } }
    return duplicates
  }
}

/// The streams of a supervised command, on this side.
struct SupervisedStreams {
  /// The terminal that this process was started on; nil if no standard stream is a terminal.
  let outer: OuterTerminal?
  /// The pty's master; nil if the command has no pty.
  let master: OwnedDescriptor?
  /// The path of the pty's other side; nil without a pty.
  let slavePath: String?
  /// The pump that passes typed keys to the command; nil if nobody can type.
  let input: InputPump?
  let pumps: [OutputPump]
  let tap: OutputTap
  /// The channel for what the command says of itself; nil without a pty.
  let status: ProgramStatusChannel?
  /// The status that the terminal is told; nil for a terminal that isn't asked.
  let statusReporter: StatusReporter?
  /// The display of progress by the terminal; nil for a terminal that shows none.
  let reporter: TerminalReporter?
}
