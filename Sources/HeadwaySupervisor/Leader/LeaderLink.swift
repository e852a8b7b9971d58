internal import Glibc
internal import HeadwaySystem

/// The supervisor's side of the session leader of the command.
struct LeaderLink {
  /// The process that the leader is in.
  enum Place {
    /// A process of its own.
    case process(LeaderLine)
    /// The supervisor's own process.
    case here(OwnLeader)
  }

  private let place: Place
  /// The process id of the leader's process.
  let pid: CInt
  /// The number of orders to continue the command. A stop that the leader reports with a smaller
  /// number is out of date.
  var continuesOrdered: Int32 = 0

  init(place: Place, pid: CInt) {
    self.place = place
    self.pid = pid
  }

  /// The descriptor to poll; nil if the leader never started the command.
  var descriptor: CInt? {
    switch place {
    case .process(let line): line.descriptor.raw
    case .here(let leader): leader.descriptor
    }
  }

  /// Whether ``receive()`` has a report although ``descriptor`` isn't ready.
  var hasNews: Bool {
    switch place {
    case .process: false
    case .here(let leader): leader.hasNews
    }
  }

  /// Gives the leader an order, without waiting.
  func send(_ order: LeaderOrder) {
    switch place {
    case .process(let line): line.send(order)
    case .here(let leader): leader.obey(order)
    }
  }

  /// Returns the next report without waiting.
  func receive() -> LeaderLine.Received {
    switch place {
    case .process(let line): line.receive()
    case .here(let leader): leader.next().map { .message($0) } ?? .nothing
    }
  }
}

/// The session leader within the supervisor of a queued task. Confined to the main thread.
final class OwnLeader {
  private var leader: SessionLeader?
  private let reports: Reports
  /// The slave of the command's pty, this process's controlling terminal.
  private let terminal: OwnedDescriptor

  /// The reports that the supervisor hasn't read yet. There are few: at most one per change of the
  /// command.
  private final class Reports {
    var waiting: [LeaderReport] = []
  }

  /// Starts the command. `terminal` is already this process's controlling terminal, and `mask` is
  /// the signal mask that the command gets.
  init(_ command: LeaderCommand, _ terminal: OwnedDescriptor, mask: SignalSet) {
    let reports = Reports()
    self.reports = reports
    self.terminal = terminal
    leader = SessionLeader(
      command, terminal: terminal.raw, blocking: SignalSet([SIGCHLD]), mask: mask
    ) { reports.waiting.append($0) }
  }

  /// Gives the terminal up, so that this process can lead the session of another command.
  ///
  /// The kernel then sends SIGHUP and SIGCONT to the terminal's foreground group. That is this
  /// process's own group, since the command has ended.
  deinit {
    OwnProcess.giveUpTerminal(terminal.raw)
    for signal in [SIGHUP, SIGCONT, SIGCHLD] { Signalling.discard(signal) }
  }

  /// The descriptor to poll; nil if the command never started.
  var descriptor: CInt? { leader?.descriptor }

  /// Whether a report waits.
  var hasNews: Bool { !reports.waiting.isEmpty }

  /// Carries out an order.
  func obey(_ order: LeaderOrder) { leader?.obey(order) }

  /// Looks at the children, and returns the oldest report that waits. Nil if there is none.
  func next() -> LeaderReport? {
    if reports.waiting.isEmpty { leader?.reap() }
    return reports.waiting.isEmpty ? nil : reports.waiting.removeFirst()
  }
}
