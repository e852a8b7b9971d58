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
    let members = candidates.filter { $0.group == foreground }
    let readers = members + candidates.filter { !$0.hasTerminal }
    company.forget(allBut: Set(readers.map(\.process)))
    let isPassword = modes.isCanonical && !modes.echoes
    let waiting = readers.filter { member in
      member.state == sleeping && waits(member.process, modes, outputCount, now: now)
    }
    if !waiting.isEmpty { return isPassword ? .password : .input }
    return isPassword && asksAsAnother(members) ? .password : .none
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
    _ process: Int32, _ modes: TerminalModes, _ outputCount: Int, now: Duration
  ) -> Bool {
    let threads = ProcessThreads(of: process)
    let reader = threads.identifiers.first { thread in
      threads.systemCall(of: thread).flatMap(BlockedCall.init)
        .map { waits(process, in: $0, modes) } ?? false
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
  private func waits(_ process: Int32, in call: BlockedCall, _ modes: TerminalModes) -> Bool {
    let memory = ProcessMemory(process: process)
    switch call {
    case .read(let descriptor): return isTerminal(descriptor, of: process)
    case .poll(let address, let count, let limit):
      let polled = memory.polledDescriptors(at: address, count: count)
      return waits(process, for: polled, limit, modes)
    case .select(let count, let address, let limit):
      let selected = memory.selectedDescriptors(at: address, below: count)
      return waits(process, for: selected, limit, modes)
    case .epoll(let descriptor):
      return !modes.isCanonical && isUser(memory.epollDescriptors(of: descriptor), of: process)
    }
  }

  private func waits(
    _ process: Int32, for descriptors: [Int32], _ limit: BlockedCall.TimeLimit,
    _ modes: TerminalModes
  ) -> Bool {
    let duration = ProcessMemory(process: process).duration(of: limit)
    if modes.isCanonical || modes.echoes {
      return duration.map { $0 >= Self.shortestWait } ?? (limit == .never)
        && !descriptors.isEmpty && descriptors.allSatisfy { isTerminal($0, of: process) }
    }
    return limit == .never && isUser(descriptors, of: process)
  }

  private func isUser(_ descriptors: [Int32], of process: Int32) -> Bool {
    let files = OpenFiles(of: process)
    let targets = descriptors.compactMap(files.target)
    return targets.contains(where: isTerminal) && !targets.contains(where: files.isSomebodyElse)
  }

  private func isTerminal(_ descriptor: Int32, of process: Int32) -> Bool {
    linkTarget("/proc/\(process)/fd/\(descriptor)").map(isTerminal) ?? false
  }

  private func isTerminal(_ target: String) -> Bool { target == slavePath || target == "/dev/tty" }
}
