internal import HeadwaySystem

/// The command's ends of its standard streams, and ours.
struct CommandStreams {
  let plan: StreamPlan
  let terminal: PseudoTerminal?
  /// Our end of a pipe, the streams of this process it goes to, and the command's end.
  private(set) var pipes: [(ours: OwnedDescriptor, streams: [CInt], theirs: OwnedDescriptor)] = []

  init(_ plan: StreamPlan) throws(SystemError) {
    self.plan = plan
    terminal = plan.terminalUse == .none ? nil : try PseudoTerminal()
    // Until a terminal that has one is known: there may be none, or none any more.
    if let master = terminal?.master.raw { try? WindowSize.standard.apply(to: master) }
    if plan.output == .pipe { try addPipe(plan.error == .sharedPipe ? [1, 2] : [1]) }
    if plan.error == .pipe { try addPipe([2]) }
  }

  private mutating func addPipe(_ streams: [CInt]) throws(SystemError) {
    let pair = try DescriptorPair.pipe()
    pair.first.setNonblocking()
    pipes.append((ours: pair.first, streams: streams, theirs: pair.second))
  }

  /// What becomes of descriptors 0 to 2 in the leader, and so in the command.
  var duplicates: [(source: CInt, target: CInt)] {
    var duplicates: [(source: CInt, target: CInt)] = []
    if let slave = terminal?.slave.raw {
      if plan.input == .terminal { duplicates.append((slave, 0)) }
      if plan.output == .terminal { duplicates.append((slave, 1)) }
      if plan.error == .terminal { duplicates.append((slave, 2)) }
    }
    for pipe in pipes { duplicates += pipe.streams.map { (pipe.theirs.raw, $0) } }
    return duplicates
  }
}
