internal import HeadwayModel
internal import HeadwaySystem

/// Finds out whether a command waits for its user to type, and whether for a password.
///
/// The probe looks at the pty's foreground group, and at processes that setsid(2) took out of job
/// control, as su(1) does. Proof is the system call that a thread is blocked in. A process that
/// can't be looked into (ptrace(2) restrictions) counts as not waiting. `LivenessProbe` owns the
/// probe.
struct InputWaitProbe {
  /// The shortest time limit of a wait that is reported. A shorter wait ends before anybody could
  /// be asked, and many loops poll for a key between two pieces of work.
  static let shortestWait: Duration = .seconds(10)

  /// The longest sleep that is taken for that of a runtime's own thread.
  static let housekeepingSleep: Duration = .milliseconds(100)

  private let master: OwnedDescriptor
  private let slavePath: String
  /// The recent activity of multithreaded processes, from look to look.
  private var company = ReaderCompany()

  /// Prepares to look at the pty with the given master and slave.
  init(master: OwnedDescriptor, slavePath: String) {
    self.master = master
    self.slavePath = slavePath
  }

  /// Returns what the command waits for.
  ///
  /// - Parameters:
  ///   - candidates: the living processes of the session.
  ///   - outputCount: the number of times that the command has written something.
  ///   - hasUser: whether a terminal of a person shows this one. Only then a program that passes
  ///     keys on, such as ssh(1), counts as one before its user.
  mutating func look(
    among candidates: [ProcessStat], outputCount: Int, hasUser: Bool, now: AwakeTime
  ) -> Finding {
    guard let foreground = ForegroundGroup.current(of: master.raw),
      let modes = try? TerminalModes(of: master.raw)
    else { return .nothing }
    let own = Terminal(path: slavePath, modes: modes)
    let members = candidates.filter { $0.group == foreground }
    let direct = members + candidates.filter { !$0.hasTerminal }
    let readers = direct.map { ($0, own) } + relayedReaders(among: candidates, by: members, at: own)
    company.forget(allBut: Set(readers.map(\.0.process)))
    var asked: [Terminal] = []
    for (reader, terminal) in readers where reader.state == sleeping {
      if waits(reader.process, at: terminal, outputCount, now: now) { asked.append(terminal) }
    }
    if let terminal = asked.first {
      let wait = terminal.isForPasswords ? InputWaitReport.password : .input
      return Finding(wait: wait, isInteractive: !terminal.modes.isCanonical)
    }
    if own.isForKeys, members.allSatisfy({ $0.state == sleeping }) {
      if hasUser, members.contains(where: { passesOn($0.process, keysOf: own) }) { return .relay }
      let inside = candidates.filter { $0.hasTerminal || $0.group == foreground }
      if let guest = guest(at: own, besides: inside, hasUser: hasUser) { return guest }
    }
    let isForPassword = own.isForPasswords && asksAsAnother(members)
    return isForPassword ? Finding(wait: .password, isInteractive: false) : .nothing
  }

  /// A wait for input, or none.
  struct Finding: Hashable {
    let wait: InputWaitReport
    /// Whether the command reads key by key, as editors do, and not line by line.
    let isInteractive: Bool
    /// Whether the command passes keys on to a program elsewhere, as ssh(1) does. What that program
    /// waits for isn't known, so nobody is called to the terminal.
    var isRelay = false

    static let nothing = Finding(wait: .none, isInteractive: false)
    static let relay = Finding(wait: .input, isInteractive: true, isRelay: true)
  }

  /// A terminal that a process may be reading, with its modes.
  private struct Terminal {
    let path: String
    let modes: TerminalModes

    /// Whether the terminal reads a line without showing it.
    var isForPasswords: Bool { modes.isCanonical && !modes.echoes }

    /// Whether the terminal gives key by key, and shows none.
    var isForKeys: Bool { !modes.isCanonical && !modes.echoes }

    /// Whether a descriptor's target is this terminal, by its path or as the controlling terminal.
    func isIt(_ target: String) -> Bool { target == path || target == "/dev/tty" }

    /// Whether a process's descriptor leads to this terminal.
    func isOpen(_ descriptor: Int32, in process: Int32) -> Bool {
      linkTarget("/proc/\(process)/fd/\(descriptor)").map(isIt) ?? false
    }
  }

  /// Finds readers in the foreground of terminals inside this one, together with those terminals.
  ///
  /// sudo(8) and script(1) make such terminals, and pass keys on while they read here. An inner
  /// `headway run` is skipped: its own card says what its command waits for.
  private func relayedReaders(
    among candidates: [ProcessStat], by members: [ProcessStat], at own: Terminal
  ) -> [(ProcessStat, Terminal)] {
    let readers = candidates.compactMap { reader -> (stat: ProcessStat, path: String)? in
      guard let path = terminalWithin(of: reader), path != own.path else { return nil }
      return (reader, path)
    }
    guard !readers.isEmpty, members.contains(where: { listens($0.process, at: own) }) else {
      return []
    }
    return readers.compactMap { reader in
      guard let modes = try? TerminalModes(ofTerminalAt: reader.path) else { return nil }
      return (reader.stat, Terminal(path: reader.path, modes: modes))
    }
  }

  /// The path of the terminal whose foreground group `reader` belongs to. For a process outside job
  /// control it is the terminal that its standard input leads to.
  private func terminalWithin(of reader: ProcessStat) -> String? {
    if reader.hasTerminal {
      return reader.group == reader.foregroundGroup ? reader.pseudoTerminal : nil
    }
    return linkTarget("/proc/\(reader.process)/fd/0").flatMap {
      $0.hasPrefix("/dev/pts/") && !$0.hasSuffix("ptmx") ? $0 : nil
    }
  }

  /// Whether a process other than Headway waits for input from `terminal`.
  private func listens(_ process: Int32, at terminal: Terminal) -> Bool {
    let threads = ProcessThreads(of: process)
    let own = ProcessTree.programName(of: ProcessEnvironment.pid)
    return ProcessTree.programName(of: process) != own
      && threads.identifiers.contains { thread in
        threads.systemCall(of: thread).flatMap(BlockedCall.init).map {
          descriptors(of: $0, process).contains { terminal.isOpen($0, in: process) }
        } ?? false
      }
  }

  /// The descriptors whose input `call` waits for.
  private func descriptors(of call: BlockedCall, _ process: Int32) -> [Int32] {
    let memory = ProcessMemory(process: process)
    return switch call {
    case .read(let descriptor): [descriptor]
    case .poll(let address, let count, _): memory.polledDescriptors(at: address, count: count)
    case .select(let count, let address, _): memory.selectedDescriptors(at: address, below: count)
    case .epoll(let descriptor, _): memory.epollDescriptors(of: descriptor)
    }
  }

  /// Whether a program of another user, such as sudo(8) or su(1), asks for a password. Its system
  /// calls can't be read. The proof is that the echo is off in line mode and all of the group
  /// sleeps.
  private func asksAsAnother(_ members: [ProcessStat]) -> Bool {
    members.allSatisfy { $0.state == sleeping }
      && members.contains { member in
        ProcessTree.owner(of: member.process).map { $0 != ProcessEnvironment.user } ?? false
      }
  }

  private var sleeping: UInt8 { UInt8(ascii: "S") }

  /// Whether a process waits for the user: one thread reads the terminal, and the others do no work
  /// meanwhile.
  private mutating func waits(
    _ process: Int32, at terminal: Terminal, _ outputCount: Int, now: AwakeTime
  ) -> Bool {
    let threads = ProcessThreads(of: process)
    let reader = threads.identifiers.first { thread in
      threads.systemCall(of: thread).flatMap(BlockedCall.init)
        .map { waits(process, in: $0, at: terminal) } ?? false
    }
    guard let reader else { return false }
    guard threads.identifiers.count > 1 else { return true }
    let isPromised = threads.identifiers.contains { thread in
      comesAnyway(thread, of: threads, in: process, besideMain: reader == process)
    }
    if isPromised { return false }
    guard let times = threads.runTimes(), let own = times[reader] else { return false }
    let sight = ReaderCompany.Sight(
      reader: reader, readerTurns: own.turns,
      othersTime: times.values.reduce(.zero) { $0 + $1.time } - own.time, outputCount: outputCount)
    return company.rests(process, sight, now: now)
  }

  /// Whether a thread waits for something that comes without the user.
  ///
  /// Beside a main thread that reads, a thread that sleeps now and then doesn't count: such a
  /// program is asking. A sleep of ``housekeepingSleep`` at most doesn't count either: the runtime of
  /// Go has a thread that sleeps for 10 ms again and again.
  private func comesAnyway(
    _ thread: Int32, of threads: ProcessThreads, in process: Int32, besideMain: Bool
  ) -> Bool {
    switch threads.systemCall(of: thread).flatMap({ BlockedCall.OtherEvent($0) }) {
    case .clock(let limit):
      !besideMain
        && ProcessMemory(process: process).duration(of: limit)
          .map { $0 > Self.housekeepingSleep } ?? true
    case .somebody: true
    case nil: false
    }
  }

  /// Whether a call waits for the user.
  ///
  /// - A wait for one of several things is proof only in a full-screen program, and only if none of
  ///   the things is another process. A program that passes keys on, as ssh(1) does, always waits
  ///   for keys.
  /// - A wait for the terminal alone is proof also in a program that echoes or reads by the line.
  ///   It may have a time limit there; in a full-screen program a limit is a clock. What an event
  ///   loop wakes itself with counts for nothing.
  private func waits(_ process: Int32, in call: BlockedCall, at terminal: Terminal) -> Bool {
    let descriptors = descriptors(of: call, process)
    switch call {
    case .read: return descriptors.allSatisfy { terminal.isOpen($0, in: process) }
    case .poll(_, _, let limit), .select(_, _, let limit):
      return waits(process, for: descriptors, limit, at: terminal)
    case .epoll(_, let limit):
      guard limit == .never else { return false }
      return terminal.isForKeys
        ? isUser(descriptors, of: process, terminal)
        : isUserAlone(descriptors, of: process, terminal)
    }
  }

  /// The rule for poll(2) and select(2).
  private func waits(
    _ process: Int32, for descriptors: [Int32], _ limit: BlockedCall.TimeLimit,
    at terminal: Terminal
  ) -> Bool {
    let duration = ProcessMemory(process: process).duration(of: limit)
    if !terminal.isForKeys {
      return duration.map { $0 >= Self.shortestWait } ?? (limit == .never)
        && isUserAlone(descriptors, of: process, terminal)
    }
    return limit == .never && isUser(descriptors, of: process, terminal)
  }

  /// Whether one of the descriptors is the terminal and none is another process.
  private func isUser(_ descriptors: [Int32], of process: Int32, _ terminal: Terminal) -> Bool {
    let files = OpenFiles(of: process)
    let targets = descriptors.compactMap(files.target)
    return targets.contains(where: terminal.isIt) && !targets.contains(where: files.isSomebodyElse)
  }

  /// Whether one of the descriptors is the terminal, and all others are what a process wakes itself
  /// with.
  private func isUserAlone(
    _ descriptors: [Int32], of process: Int32, _ terminal: Terminal
  ) -> Bool {
    let files = OpenFiles(of: process)
    let targets = descriptors.map(files.target)
    return targets.contains { $0.map(terminal.isIt) ?? false }
      && targets.allSatisfy { $0.map { terminal.isIt($0) || files.isOwnWaker($0) } ?? false }
  }

  /// Whether a process waits for keys and for a peer at the same time, without a terminal that it
  /// made itself: ssh(1), a client of tmux(1). The inner terminals of sudo(8) and script(1) tell
  /// more.
  private func passesOn(_ process: Int32, keysOf terminal: Terminal) -> Bool {
    let threads = ProcessThreads(of: process)
    let calls = threads.identifiers.compactMap {
      threads.systemCall(of: $0).flatMap(BlockedCall.init)
    }
    return calls.contains { call in
      guard isLong(call, of: process) else { return false }
      let files = OpenFiles(of: process)
      let targets = descriptors(of: call, process).compactMap(files.target)
      return targets.contains(where: terminal.isIt)
        && targets.contains { $0.hasPrefix("socket:") && files.isSomebodyElse($0) }
        && !targets.contains(where: OpenFiles.isMaster)
    }
  }

  /// Whether a wait for one of several things has no time limit, or one for keeping a connection.
  private func isLong(_ call: BlockedCall, of process: Int32) -> Bool {
    switch call {
    case .read: return false
    case .epoll(_, let limit), .poll(_, _, let limit), .select(_, _, let limit):
      let duration = ProcessMemory(process: process).duration(of: limit)
      return duration.map { $0 >= Self.shortestWait } ?? (limit == .never)
    }
  }

  /// The number of processes that are looked at in a search for a guest, and the number of
  /// descriptors of each.
  private static let guestLimits = (processes: 4096, descriptors: Int32(16))

  /// Finds a process of this user from outside of the session that reads keys at this terminal:
  /// pinentry-curses(1), which gpg-agent(1) starts, or the server of tmux(1). Nil if there is none.
  ///
  /// The search begins at the highest number, because such a process is mostly a new one.
  private func guest(
    at own: Terminal, besides inside: [ProcessStat], hasUser: Bool
  ) -> Finding? {
    let known = Set(inside.map(\.process) + [ProcessEnvironment.pid])
    let processes = directoryEntries("/proc").compactMap { Int32($0) }.sorted(by: >)
      .prefix(Self.guestLimits.processes)
    for process in processes
    where !known.contains(process) && ProcessTree.owner(of: process) == ProcessEnvironment.user {
      let isAtTerminal = (0..<Self.guestLimits.descriptors).contains {
        linkTarget("/proc/\(process)/fd/\($0)") == own.path
      }
      guard isAtTerminal, listens(process, at: own) else { continue }
      let isPinentry = ProcessTree.programName(of: process)?.hasPrefix("pinentry") ?? false
      if isPinentry { return Finding(wait: .password, isInteractive: false) }
      if hasUser { return .relay }
    }
    return nil
  }
}
