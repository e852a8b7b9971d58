internal import HeadwayCore
internal import HeadwaySystem

/// Whether the pty's foreground group waits for its terminal, or a process that setsid(2) took out of
/// job control, as su(1) does: proven by what their threads are blocked in. What can't be proven
/// (ptrace(2) restrictions) counts as not waiting.
struct InputWaitProbe {
  /// What gives up sooner isn't told: it is over before anybody could be asked about it, and many a
  /// loop waits so for a key between two pieces of work.
  static let shortestWait: Duration = .seconds(10)

  private let master: OwnedDescriptor
  private let slavePath: String
  private var company = ReaderCompany()

  init(master: OwnedDescriptor, slavePath: String) {
    self.master = master
    self.slavePath = slavePath
  }

  /// `candidates`: the living processes of the session; `outputCount`: how often the command has
  /// written something.
  mutating func report(
    among candidates: [ProcessStat], outputCount: Int, now: Duration
  ) -> InputWaitReport {
    guard let foreground = ForegroundGroup.current(of: master.raw),
      let modes = try? TerminalModes(of: master.raw)
    else { return .none }
    let own = Terminal(path: slavePath, modes: modes)
    let members = candidates.filter { $0.group == foreground }
    let direct = members + candidates.filter { !$0.hasTerminal }
    let readers = direct.map { ($0, own) } + relayedReaders(among: candidates, by: members, at: own)
    company.forget(allBut: Set(readers.map(\.0.process)))
    var asked: [Terminal] = []
    for (reader, terminal) in readers where reader.state == sleeping {
      if waits(reader.process, at: terminal, outputCount, now: now) { asked.append(terminal) }
    }
    if let terminal = asked.first { return terminal.isForPasswords ? .password : .input }
    return own.isForPasswords && asksAsAnother(members) ? .password : .none
  }

  /// Where something is typed, and how.
  private struct Terminal {
    let path: String
    let modes: TerminalModes

    var isForPasswords: Bool { modes.isCanonical && !modes.echoes }

    /// It, or the terminal of whoever opened it.
    func isIt(_ target: String) -> Bool { target == path || target == "/dev/tty" }

    func isOpen(_ descriptor: Int32, in process: Int32) -> Bool {
      linkTarget("/proc/\(process)/fd/\(descriptor)").map(isIt) ?? false
    }
  }

  /// In the foreground of terminals within this one, as sudo(8) and script(1) make them, whose keys they
  /// pass on while they listen here. Of a supervisor within its own card tells.
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

  /// Of whose foreground it is, or what it reads where it was taken out of job control.
  private func terminalWithin(of reader: ProcessStat) -> String? {
    if reader.hasTerminal {
      return reader.group == reader.foregroundGroup ? reader.pseudoTerminal : nil
    }
    return linkTarget("/proc/\(reader.process)/fd/0").flatMap {
      $0.hasPrefix("/dev/pts/") && !$0.hasSuffix("ptmx") ? $0 : nil
    }
  }

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

  private func descriptors(of call: BlockedCall, _ process: Int32) -> [Int32] {
    let memory = ProcessMemory(process: process)
    return switch call {
    case .read(let descriptor): [descriptor]
    case .poll(let address, let count, _): memory.polledDescriptors(at: address, count: count)
    case .select(let count, let address, _): memory.selectedDescriptors(at: address, below: count)
    case .epoll(let descriptor): memory.epollDescriptors(of: descriptor)
    }
  }

  /// sudo(8) and su(1) run as another user, and aren't to be looked into. That one of them has turned
  /// the echo off for a line, and all of them sleep, is proof enough.
  private func asksAsAnother(_ members: [ProcessStat]) -> Bool {
    members.allSatisfy { $0.state == sleeping }
      && members.contains { member in
        ProcessTree.owner(of: member.process).map { $0 != ProcessEnvironment.user } ?? false
      }
  }

  private var sleeping: UInt8 { UInt8(ascii: "S") }

  private mutating func waits(
    _ process: Int32, at terminal: Terminal, _ outputCount: Int, now: Duration
  ) -> Bool {
    let threads = ProcessThreads(of: process)
    let reader = threads.identifiers.first { thread in
      threads.systemCall(of: thread).flatMap(BlockedCall.init)
        .map { waits(process, in: $0, at: terminal) } ?? false
    }
    guard let reader else { return false }
    guard threads.identifiers.count > 1 else { return true }
    let isPromised = threads.identifiers.contains { thread in
      comesAnyway(thread, of: threads, besideMain: reader == process)
    }
    if isPromised { return false }
    guard let times = threads.runTimes(), let own = times[reader] else { return false }
    let sight = ReaderCompany.Sight(
      reader: reader, readerTurns: own.turns,
      othersTime: times.values.reduce(.zero) { $0 + $1.time } - own.time, outputCount: outputCount)
    return company.rests(process, sight, now: now)
  }

  /// What it waits for comes without the user. A program whose main thread reads is one that asks:
  /// beside it a thread that sleeps now and then is no work that goes on.
  private func comesAnyway(_ thread: Int32, of threads: ProcessThreads, besideMain: Bool) -> Bool {
    switch threads.systemCall(of: thread).flatMap({ BlockedCall.OtherEvent($0) }) {
    case .clock: !besideMain
    case .somebody: true
    case nil: false
    }
  }

  /// A wait for one of several things proves a wait for the user only in a full-screen program, and
  /// only where none of them is somebody else: who passes keys on, as ssh(1) does, always waits for
  /// them. A wait for the terminal alone proves it also for who lets the typed be seen, or takes it
  /// by the line; and there even one with a time limit, which in a full-screen program is a clock.
  private func waits(_ process: Int32, in call: BlockedCall, at terminal: Terminal) -> Bool {
    let descriptors = descriptors(of: call, process)
    switch call {
    case .read: return descriptors.allSatisfy { terminal.isOpen($0, in: process) }
    case .poll(_, _, let limit), .select(_, _, let limit):
      return waits(process, for: descriptors, limit, at: terminal)
    case .epoll: return !terminal.modes.isCanonical && isUser(descriptors, of: process, terminal)
    }
  }

  private func waits(
    _ process: Int32, for descriptors: [Int32], _ limit: BlockedCall.TimeLimit,
    at terminal: Terminal
  ) -> Bool {
    let duration = ProcessMemory(process: process).duration(of: limit)
    if terminal.modes.isCanonical || terminal.modes.echoes {
      return duration.map { $0 >= Self.shortestWait } ?? (limit == .never)
        && !descriptors.isEmpty
        && descriptors.allSatisfy { terminal.isOpen($0, in: process) }
    }
    return limit == .never && isUser(descriptors, of: process, terminal)
  }

  private func isUser(_ descriptors: [Int32], of process: Int32, _ terminal: Terminal) -> Bool {
    let files = OpenFiles(of: process)
    let targets = descriptors.compactMap(files.target)
    return targets.contains(where: terminal.isIt) && !targets.contains(where: files.isSomebodyElse)
  }
}
